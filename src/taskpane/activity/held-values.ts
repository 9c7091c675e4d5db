import type { ActivitySnapshot } from '../../lookup';

/** Values that were not asked for, because a person has not said so. */
export function heldIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return (failedByCode.held ?? 0) + (failedByCode['over-budget'] ?? 0);
}

/** Values that a person no longer wanted. */
export function cancelledIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return failedByCode.cancelled ?? 0;
}

/** Values that were asked for or refused in vain; what is held or cancelled is another matter. */
export function failedIn(snapshot: Pick<ActivitySnapshot, 'failed' | 'failedByCode'>): number {
  return snapshot.failed - heldIn(snapshot) - cancelledIn(snapshot);
}
