import { dateFormat } from '../language/speech';
import type { KeptWorkbook } from './kept-workbooks';

/**
 * What each is offered as: its name and when it was kept. Where that would be the same of two, as of
 * sample workbooks opened in one minute, the seconds tell them apart, else a number.
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
