import type { Injector } from '@univerjs/core';
import { ValueNodeFactory } from '@univerjs/engine-formula';

/**
 * Where Univer does not read text as numbers, as in the arguments of our functions, it treats a
 * number as text too unless it is written as JavaScript writes it: 1E308 is "1e+308" there.
 */
export function readNumbersAsTheyCount(injector: Injector): void {
  const nodes = injector.get(ValueNodeFactory);
  const create = nodes.create.bind(nodes);
  nodes.create = (token) => {
    const isNumber = token.trim() !== '' && Number.isFinite(Number(token));
    return create(isNumber ? String(Number(token)) : token);
  };
}
