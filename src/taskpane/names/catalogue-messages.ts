import type { CatalogueState, Taking } from '../../catalogue/catalogue';
import { countedText, countText } from '../../spreadsheet/count-text';

type Trouble = NonNullable<CatalogueState['trouble']>;

/** Why names are known in this session only, or may be missing. */
export function troubleMessage(trouble: Trouble): string {
  return TROUBLES[trouble];
}

const TROUBLES: Readonly<Record<Trouble, string>> = {
  blocked: 'This device keeps no names for Locus: they hold until the workbook is closed.',
  full: 'This device is full: the latest names hold until the workbook is closed.',
  damaged: 'Some names that were kept on this device are lost. Import your list again.',
};

/** What became of a list that was taken. */
export function takingMessage({ added, changed, leftOut, trouble }: Taking): string {
  const done = [
    `${countedText(added, 'name')} added`,
    ...(changed === 0 ? [] : [`${countText(changed)} changed`]),
    ...(leftOut === 0 ? [] : [`${countText(leftOut)} left out: there is no more room`]),
  ].join(', ');
  return trouble === undefined ? `${done}.` : `${done}. ${troubleMessage(trouble)}`;
}
