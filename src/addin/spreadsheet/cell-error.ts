/** Opaque here: only the host that made it looks inside. */
export type CellError = object;
