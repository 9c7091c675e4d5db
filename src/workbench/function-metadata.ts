import type { CustomFunction } from './async-function';
import type { DescribedFunction } from './custom-functions';

/** The functions by id, as their module exports them. */
export type FunctionExports = Readonly<Record<string, CustomFunction['run']>>;

/**
 * Joins the functions with functions.json, the description that Excel reads too: ids, help and
 * which parameters are optional. Leaves out functions that are not exported, and details that the
 * file does not give; never throws.
 */
export function describeFunctions(
  exported: FunctionExports,
  metadata: unknown,
): readonly DescribedFunction[] {
  return listOf(metadata, 'functions').flatMap((entry) => {
    const id = textOf(entry, 'id').toUpperCase();
    const run = Object.hasOwn(exported, id) ? exported[id] : undefined;
    if (run === undefined) return [];
    const parameters = listOf(entry, 'parameters').map((parameter) => ({
      name: textOf(parameter, 'name'),
      description: textOf(parameter, 'description'),
      isOptional: fieldOf(parameter, 'optional') === true,
    }));
    return [{ id, run, description: textOf(entry, 'description'), parameters }];
  });
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
