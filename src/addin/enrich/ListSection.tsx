import { Button, Field, Select } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { ListChoice } from './use-list-choice';
import { PlaceFields } from './PlaceFields';
import { Row, Text } from '../pane/parts/layout';

export interface ListSectionProps extends ListChoice {
  /** What is missing, in words. */
  readonly fault: string | undefined;
  readonly needsPincode: boolean;
  onLookAgain(): void;
}

/** Which list it is, and where in it the places are. */
export function ListSection({ fault, needsPincode, onLookAgain, ...chosen }: ListSectionProps) {
  const { list, choice } = chosen;
  return (
    <PaneSection title={t('List')}>
      <Row>
        <Text>{list.block.address}</Text>
        <Button size="small" onClick={onLookAgain}>
          {t('Refresh')}
        </Button>
      </Row>
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
      {fault !== undefined && <Text isStrong>{fault}</Text>}
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
