/** `value`: change the formula or a setting. `not-available`: no value now. */
export type CellErrorKind = 'value' | 'not-available';

/** Opaque here: only the host that made it looks inside. */
export type CellError = object;
