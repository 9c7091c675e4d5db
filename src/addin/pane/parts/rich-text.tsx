import { Fragment, type ReactNode } from 'react';

/** Replaces a message's placeholders by elements. Pass it translated, as `t('See {link}')`. */
export function richText(
  message: string,
  elements: Readonly<Record<string, ReactNode>>,
): readonly ReactNode[] {
  return message
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : elements[part]}</Fragment>);
}
