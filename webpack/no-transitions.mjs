/**
 * Replaces d3-transition, which d3-zoom needs only to interrupt transitions, and d3-interpolate,
 * which computes the steps of one. The map has no transitions: 10 kB gzipped that nobody would see.
 */
import { selection } from 'd3-selection';

selection.prototype.interrupt = function interruptNothing() {
  return this;
};

export function interrupt() {}

export function interpolateZoom() {}
