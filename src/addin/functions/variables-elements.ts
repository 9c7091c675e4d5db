import { oneFault, plainElements } from './elements';
import type { Elements } from './elements';
import type { Grid } from './grid';
import { writeVariables } from './written-variables';

/** Custom variables as JSON text. */
export function variablesElements(names: Grid, values: Grid): Elements {
  const texts = writeVariables(names, values);
  if ('kind' in texts) return oneFault(texts.fault);
  return plainElements(texts, (index) => {
    const text = texts.at(index);
    return text.kind === 'read' ? { kind: 'text', text: text.value } : text;
  });
}
