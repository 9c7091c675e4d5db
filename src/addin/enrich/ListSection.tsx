import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { ListChoice } from './use-list-choice';
import { PlaceFields } from './PlaceFields';

export interface ListSectionProps extends ListChoice {
  /** What is missing, in words. */
  readonly fault: string | undefined;
  readonly needsPincode: boolean;
  onLookAgain(): void;
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  text: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  fault: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

/** Which list it is, and where in it the places are. */
export function ListSection({ fault, needsPincode, onLookAgain, ...chosen }: ListSectionProps) {
  const styles = useStyles();
  const { list, choice } = chosen;
  return (
    <PaneSection title={t('List')}>
      <div className={styles.row}>
        <p className={styles.text}>{list.block.address}</p>
        <Button size="small" onClick={onLookAgain}>
          {t('Refresh')}
        </Button>
      </div>
      <Field label={t('Headers')}>
        <Select
          value={list.columns.hasHeader ? String(list.block.row) : 'none'}
          onChange={(_event, { value }) =>
            chosen.setHeader(value === 'none' ? value : Number(value))
          }
        >
          <option value="none">{t('None')}</option>
          {headerRows(chosen).map(({ row, text }) => (
            <option key={row} value={String(row)}>
              {t('Row {row}: {text}', { row: String(row + 1), text })}
            </option>
          ))}
        </Select>
      </Field>
      <PlaceFields
        list={list}
        choice={choice}
        needsPincode={needsPincode}
        onChange={(next) => chosen.setChoice(next)}
      />
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
    </PaneSection>
  );
}

/** Rows that may hold the headers: the first with any words, and the one that was found. */
function headerRows({ list, region }: Pick<ListChoice, 'list' | 'region'>) {
  const rows = region.values.slice(0, ROWS_OFFERED).map((_, index) => region.row + index);
  const found = list.columns.hasHeader ? [list.block.row] : [];
  return [...new Set([...rows, ...found])].flatMap((row) => {
    const cells = region.values[row - region.row] ?? [];
    const words = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '');
    const text = words.join(', ').replace(/\s+/gu, ' ');
    if (words.length === 0) return [];
    return [{ row, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text }];
  });
}

/** Below these, people choose by selecting the list itself. */
const ROWS_OFFERED = 12;
const MOST_TEXT = 40;
