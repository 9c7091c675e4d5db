import type { ActivitySnapshot } from '../../lookup';

/** Values that were not asked for, because a person has not said so. */
export function heldIn({ failedByCode }: Pick<ActivitySnapshot, 'failedByCode'>): number {
  return (failedByCode.held ?? 0) + (failedByCode['over-budget'] ?? 0);
}

/** Values that were asked for or refused in vain; what is held is another matter. */
export function failedIn(snapshot: Pick<ActivitySnapshot, 'failed' | 'failedByCode'>): number {
  return snapshot.failed - heldIn(snapshot);
}
