import {
  renderInput_unstable,
  useInput_unstable,
  useInputStyles_unstable,
  type InputProps,
} from '@fluentui/react-components';
import type { RefObject } from 'react';

export interface KeyInputProps extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/**
 * Fluent's text box, except that nothing but the box itself holds what is typed. The original
 * mirrors it into state, and React then mirrors that into the `value` attribute, where anything
 * that reads the page's markup finds it.
 */
export function KeyInput({ inputRef, ...props }: KeyInputProps) {
  const mirrored = useInput_unstable(props, inputRef as RefObject<HTMLInputElement>);
  const state = {
    ...mirrored,
    input: { ...mirrored.input, value: undefined, onChange: undefined },
  };
  useInputStyles_unstable(state);
  return renderInput_unstable(state);
}
