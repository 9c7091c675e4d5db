/**
 * Stands for d3-transition, of which d3-zoom wants only to interrupt what is under way. The map has
 * no transitions: 4 kB gzipped that nobody would see.
 */
import { selection } from 'd3-selection';

selection.prototype.interrupt = function interruptNothing() {
  return this;
};

export function interrupt() {}
