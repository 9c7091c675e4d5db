import type { ActivitySnapshot } from '../../engine/lookup';

/** Values not asked for, because they need a person's approval. */
export function heldIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return (failedByCode.held ?? 0) + (failedByCode['over-budget'] ?? 0);
}

/** Values that a person cancelled. */
export function cancelledIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return failedByCode.cancelled ?? 0;
}

/** Values that failed or were refused, except those that are held or cancelled. */
export function failedIn(snapshot: Pick<ActivitySnapshot, 'failed' | 'failedByCode'>): number {
  return snapshot.failed - heldIn(snapshot) - cancelledIn(snapshot);
}
