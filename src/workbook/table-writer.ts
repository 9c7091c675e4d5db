import type { AnswerTable, SnapshotService } from './answer-table';

/** Writes a table, subject by subject in the order of their fingerprints. */
export class TableWriter {
  private readonly high: Uint32Array;
  private readonly low: Uint32Array;
  private readonly first: Uint32Array;
  private readonly name: Uint32Array;
  private readonly service: Uint32Array;
  private readonly at: Float64Array;
  private readonly value: Float64Array;
  private subjects = 0;
  private answers = 0;

  constructor(maxSubjects: number, maxAnswers: number) {
    this.high = new Uint32Array(maxSubjects + 1);
    this.low = new Uint32Array(maxSubjects + 1);
    this.first = new Uint32Array(maxSubjects + 1);
    this.name = new Uint32Array(maxAnswers);
    this.service = new Uint32Array(maxAnswers);
    this.at = new Float64Array(maxAnswers);
    this.value = new Float64Array(maxAnswers);
  }

  /** Begins a subject: the answers added next are its own. One without answers is dropped. */
  begin(high: number, low: number): void {
    if (this.subjects > 0 && this.first[this.subjects - 1] === this.answers) this.subjects -= 1;
    this.high[this.subjects] = high;
    this.low[this.subjects] = low;
    this.first[this.subjects] = this.answers;
    this.subjects += 1;
  }

  /** Adds an answer; a subject's answers come in the order of their names. */
  add(name: number, service: number, at: number, value: number): void {
    this.name[this.answers] = name;
    this.service[this.answers] = service;
    this.at[this.answers] = at;
    this.value[this.answers] = value;
    this.answers += 1;
  }

  /** Takes the names and services that the indices meant; leaves out unused ones. */
  finish(names: readonly string[], services: readonly SnapshotService[]): AnswerTable {
    if (this.subjects > 0 && this.first[this.subjects - 1] === this.answers) this.subjects -= 1;
    this.first[this.subjects] = this.answers;
    return {
      names: used(names, this.name.subarray(0, this.answers)),
      services: used(services, this.service.subarray(0, this.answers)),
      high: this.high.slice(0, this.subjects),
      low: this.low.slice(0, this.subjects),
      first: this.first.slice(0, this.subjects + 1),
      name: this.name.slice(0, this.answers),
      service: this.service.slice(0, this.answers),
      at: this.at.slice(0, this.answers),
      value: this.value.slice(0, this.answers),
    };
  }
}

/** The items that an index points to. Changes the indices to point into these. */
function used<Item>(items: readonly Item[], indices: Uint32Array): readonly Item[] {
  const isUsed = new Uint8Array(items.length);
  for (const index of indices) isUsed[index] = 1;
  const left = items.filter((_, index) => isUsed[index] === 1);
  if (left.length === items.length) return items;
  const places = new Uint32Array(items.length);
  let next = 0;
  items.forEach((_, index) => {
    places[index] = next;
    next += isUsed[index] as number;
  });
  for (let at = 0; at < indices.length; at += 1) {
    indices[at] = places[indices[at] as number] as number;
  }
  return left;
}
