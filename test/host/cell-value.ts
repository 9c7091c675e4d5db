/** An error in a cell that a formula reads, as Excel hands it to the runtime: `#DIV/0!`. */
export function errorArgument(code: string): object {
  return { type: 'CustomFunctionError', code };
}

/** A cell of Geography or Stocks that a formula reads, which shows this name. */
export function entityArgument(text: string): object {
  return {
    type: 'LinkedEntity',
    text,
    basicType: 'Error',
    basicValue: '#VALUE!',
    properties: { Name: { type: 'String', basicType: 'String', basicValue: text } },
  };
}

/**
 * What a cell shows of a value that a function returned: the value, or an error's code and, after
 * a space, its message.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { code, message } = value as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string') return value;
  return typeof message === 'string' ? `${code} ${message}` : code;
}
