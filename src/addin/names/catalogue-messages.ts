import { t } from '../../engine/language/speech';
import type { CatalogueState, Taking } from '../../engine/catalogue/catalogue';

type Trouble = NonNullable<CatalogueState['trouble']>;

/** Why names are known in this session only, or may be missing. */
export function troubleMessage(trouble: Trouble): string {
  return TROUBLES[trouble];
}

const TROUBLES: Readonly<Record<Trouble, string>> = {
  blocked: t('This device can’t save attributes. They last until you close the workbook.'),
  full: t(
    'This device is out of storage. The latest attributes last until you close the workbook.',
  ),
  damaged: t('Some attributes saved on this device were lost. Import your list again.'),
};

/** The result of taking a list. */
export function takingMessage({ added, changed, leftOut, trouble }: Taking): string {
  const text = [
    t('{added, plural, one {# attribute} other {# attributes}} added', { added }),
    ...(changed === 0 ? [] : [t('{changed} changed', { changed })]),
    ...(leftOut === 0 ? [] : [t('{leftOut} left out, because there’s no more room', { leftOut })]),
  ].join(', ');
  const done = t('{text}.', { text });
  return trouble === undefined ? done : `${done} ${troubleMessage(trouble)}`;
}
