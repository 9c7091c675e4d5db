import type { CatalogueState, Taking } from '../../catalogue/catalogue';
import { countedText, countText } from '../../spreadsheet/count-text';

type Trouble = NonNullable<CatalogueState['trouble']>;

/** Why names are known in this session only, or may be missing. */
export function troubleMessage(trouble: Trouble): string {
  return TROUBLES[trouble];
}

const TROUBLES: Readonly<Record<Trouble, string>> = {
  blocked: 'This device can’t save names. They last until you close the workbook.',
  full: 'This device is out of storage. The latest names last until you close the workbook.',
  damaged: 'Some names saved on this device were lost. Import your list again.',
};

/** What became of a list that was taken. */
export function takingMessage({ added, changed, leftOut, trouble }: Taking): string {
  const done = [
    `${countedText(added, 'name')} added`,
    ...(changed === 0 ? [] : [`${countText(changed)} changed`]),
    ...(leftOut === 0 ? [] : [`${countText(leftOut)} left out, because there’s no more room`]),
  ].join(', ');
  return trouble === undefined ? `${done}.` : `${done}. ${troubleMessage(trouble)}`;
}
