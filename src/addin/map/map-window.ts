import { LANGUAGES, type Language } from '../../engine/language/languages';
import type { PictureInsertion, SheetPicture, ThemeName } from '../spreadsheet/host';
import type { MapLook } from './MapOfPlaces';
import type { MappedPlaces } from './mapped-places';

/**
 * What the pane sends to a map in a window of its own. It is all that the window has: places and
 * values, and no key. The window makes no call of the service.
 */
export type ToMapWindow =
  | ShowMap
  | { readonly kind: 'look'; readonly look: MapLook }
  | { readonly kind: 'inserted'; readonly outcome: PictureInsertion };

export interface ShowMap {
  readonly kind: 'show';
  readonly mapped: MappedPlaces;
  readonly look: MapLook;
  readonly theme: ThemeName;
  readonly language: Language;
  readonly canInsert: boolean;
}

/** What the window sends to the pane. */
export type FromMapWindow =
  | { readonly kind: 'ready' }
  | { readonly kind: 'close' }
  | { readonly kind: 'look'; readonly look: Partial<MapLook> }
  | { readonly kind: 'open'; readonly row: number }
  | { readonly kind: 'insert'; readonly picture: SheetPicture };

/** Undefined for anything that a window of another version may send. */
export function readFromMapWindow(message: unknown): FromMapWindow | undefined {
  return kindOf(message, ['ready', 'close', 'look', 'open', 'insert']);
}

export function readToMapWindow(message: unknown): ToMapWindow | undefined {
  const read = kindOf<ToMapWindow>(message, ['show', 'look', 'inserted']);
  return read?.kind === 'show' && !Object.hasOwn(LANGUAGES, read.language) ? undefined : read;
}

function kindOf<Message extends { readonly kind: string }>(
  message: unknown,
  kinds: readonly Message['kind'][],
): Message | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return undefined;
  return kinds.some((kind) => kind === message.kind) ? (message as Message) : undefined;
}
