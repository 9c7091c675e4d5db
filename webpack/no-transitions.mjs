/**
 * Stands for d3-transition, of which d3-zoom wants only to interrupt what is under way, and for
 * d3-interpolate, which is to say what lies between. The map has no transitions: 10 kB gzipped that
 * nobody would see.
 */
import { selection } from 'd3-selection';

selection.prototype.interrupt = function interruptNothing() {
  return this;
};

export function interrupt() {}

export function interpolateZoom() {}
