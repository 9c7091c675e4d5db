import type { CustomVariables } from '../../engine/lookup';
import type { Cell } from '../../engine/places/cell';

import { BLANK, unusable } from '../../engine/places/fault';
import type { Reading } from '../../engine/places/fault';
import { blankTailCut, countOf } from './argument-grid';
import type { Grid, Size } from './argument-grid';
import { readPairs } from '../../engine/places/variable-pairs';
import type { Pair } from '../../engine/places/variable-pairs';
import { parseVariables } from '../../engine/places/variables-text';

/** Custom variables for each location, or one set for all. Blank means none. */
export interface CustomVariablesArgument extends Size {
  at(index: number): Reading<CustomVariables>;
}

/**
 * A single cell holds JSON text. A range is read by its contents. If a cell begins with "{", or if
 * the range has neither two rows nor two columns, each cell is the JSON text for one location.
 * Otherwise the range holds names and values for all locations. A range of two by two could be read
 * either way: it is two columns if the second row begins with text and the first row does not end
 * with text, else two rows.
 */
export function readCustomVariables(grid: Grid): CustomVariablesArgument {
  const used = blankTailCut(grid);
  const indexes = usedIndexes(grid, used);
  if (indexes.every((index) => grid.isBlank(index))) return forAll(BLANK);
  if (countOf(grid) === 1) return forAll(readText(grid.cell(0)));
  const canBePairs = grid.rows === 2 || grid.columns === 2;
  if (!canBePairs || indexes.some((index) => isJson(grid.cell(index)))) {
    const { rows, columns } = grid;
    return { rows, columns, at: (index) => readText(grid.cell(index)) };
  }
  return forAll(readPairs(isTwoColumns(grid) ? pairsBeside(grid, used) : pairsAbove(grid, used)));
}

function forAll(reading: Reading<CustomVariables>): CustomVariablesArgument {
  return { rows: 1, columns: 1, at: () => reading };
}

/** The indexes in the whole grid of the cells in use. */
function usedIndexes(grid: Grid, used: Size): readonly number[] {
  return Array.from({ length: countOf(used) }, (_, index) => {
    const row = Math.floor(index / used.columns);
    return row * grid.columns + (index % used.columns);
  });
}

function isJson(cell: Cell): boolean {
  return cell.kind === 'text' && cell.text.startsWith('{');
}

function isTwoColumns(grid: Grid): boolean {
  if (grid.columns !== 2) return false;
  if (grid.rows !== 2) return true;
  return grid.cell(2).kind === 'text' && grid.cell(1).kind !== 'text';
}

function pairsBeside(grid: Grid, used: Size): readonly Pair[] {
  return Array.from({ length: used.rows }, (_, row) => [
    grid.cell(2 * row),
    grid.cell(2 * row + 1),
  ]);
}

function pairsAbove(grid: Grid, used: Size): readonly Pair[] {
  const { columns } = grid;
  return Array.from({ length: used.columns }, (_, column) => [
    grid.cell(column),
    grid.cell(columns + column),
  ]);
}

function readText(cell: Cell): Reading<CustomVariables> {
  if (cell.kind === 'blank' || (cell.kind === 'number' && cell.number === 0)) return BLANK;
  if (cell.kind === 'text') return parseVariables(cell.text);
  const advice = 'use JSON text, or a range of names and values';
  return unusable('The argument custom_variables', cell, advice);
}
