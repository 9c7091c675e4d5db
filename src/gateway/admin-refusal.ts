import type { ZodType } from 'zod';

/** Refuses an administrator's request; the message is for them. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** @throws AdminRefusal that names the field and the rule, and repeats nothing that was sent. */
export function demand<T>(shape: ZodType<T>, json: unknown): T {
  const result = shape.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'The body';
  throw new AdminRefusal(400, `${field}: ${issue?.message ?? 'is not valid'}.`);
}
