/** The props with which a field shows its own error. */
export function said(fault: string | undefined): {
  readonly validationState: 'none' | 'error';
  readonly validationMessage: string | null;
} {
  return fault === undefined
    ? { validationState: 'none', validationMessage: null }
    : { validationState: 'error', validationMessage: fault };
}
