import { dateFormat } from '../engine/language/speech';
import type { KeptWorkbook } from './kept-workbooks';

/**
 * A label for each: its name and when it was kept. If two would be the same, as for sample
 * workbooks opened in the same minute, seconds distinguish them, else a number.
 */
export function keptLabels(workbooks: readonly KeptWorkbook[]): readonly string[] {
  const minutes = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
  const seconds = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
  const short = workbooks.map(({ name, at }) => `${name}, ${minutes.format(at)}`);
  const long = workbooks.map(({ name, at }) => `${name}, ${seconds.format(at)}`);
  const labels = short.map((label, index) => (isAlone(label, short) ? label : (long[index] ?? '')));
  return labels.map((label, index) => {
    const before = labels.slice(0, index).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}

function isAlone(label: string, labels: readonly string[]): boolean {
  return labels.indexOf(label) === labels.lastIndexOf(label);
}
