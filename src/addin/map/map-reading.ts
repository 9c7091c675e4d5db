import { t } from '../../engine/language/speech';
import { whyShownOtherwise, withOwnColumns, withPlacesAround } from '../enrich';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { RankedPlaces } from '../pane/parts/pane-view';
import type { Host } from '../spreadsheet/host';
import { mapPlaces, onlyRanked, readPincodePlaces, type MappedPlaces } from './mapped-places';

export type ReadPlaces =
  | { readonly kind: 'places'; readonly mapped: MappedPlaces }
  | { readonly kind: 'words'; readonly words: string };

export interface AskedPlaces {
  readonly isSwapped: boolean;
  /** Only these places; left out: those of the selection. */
  readonly places?: RankedPlaces;
}

/** On a map of this size, more dots would show nothing more. */
const MAX_ROWS = 20_000;

export async function readPlaces(
  sheet: Host['sheet'],
  mapData: PanePorts['mapData'],
  { isSwapped, places: asked }: AskedPlaces,
): Promise<ReadPlaces> {
  const limits = { rows: MAX_ROWS, hasFormats: true };
  const reading =
    asked === undefined
      ? await sheet.readSelection(limits)
      : await sheet.readBlock(asked.address, limits);
  if (reading.kind === 'failed') return { kind: 'words', words: reading.message };
  if (reading.kind === 'nothing') return { kind: 'words', words: t('The selection is empty.') };
  const pincodes = async () => readPincodePlaces(await mapData('pincodes').catch(() => undefined));
  const block = await withPlacesAround(reading.block, sheet, limits);
  const mapped = await mapPlaces(await withOwnColumns(block, sheet), pincodes, isSwapped);
  const shown = mapped && (await whyShownOtherwise(mapped.block, mapped.placeColumns, { sheet }));
  if (shown !== undefined) return { kind: 'words', words: shown };
  if (mapped === undefined || (mapped.places.length === 0 && mapped.swap === undefined)) {
    const words = t(
      'No coordinates or pincodes found in {address}. The list needs columns of latitude and longitude, or one of pincodes.',
      { address: reading.block.address },
    );
    return { kind: 'words', words };
  }
  return {
    kind: 'places',
    mapped: asked === undefined ? mapped : onlyRanked(mapped, asked.ranked),
  };
}
