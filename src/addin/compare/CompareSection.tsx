import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';

import { listText, t } from '../../engine/language/speech';
import type { PlaceList } from '../enrich';
import { MeetingPageAction, undoAddedSheet } from '../meeting';
import { useDescribedNames } from '../names';
import { Actions, Row, Stack, Text, Unseen } from '../pane/parts/layout';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { PictureActions } from '../pane/parts/PictureActions';
import { SelectField } from '../pane/parts/SelectField';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { ListRows } from '../rank';
import { cellAddress, parseArea } from '../spreadsheet/cell-address';
import type { Sheet } from '../spreadsheet/sheet';
import { comparisonPage } from './comparison-page';
import {
  baseText,
  compare,
  comparedText,
  type Comparison,
  comparisonCells,
  comparisonLook,
  comparisonPicture,
  shortTitle,
  type IndexBase,
  MOST_PLACES,
  placesOf,
  rangeText,
} from './comparison';

export interface CompareSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView'> {
  readonly list: PlaceList;
  readonly found: ListRows;
  /** The rows of the sheet whose places are compared. */
  readonly rows: readonly number[];
  onChange(rows: readonly number[]): void;
}

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  attribute: {
    paddingTop: tokens.spacingVerticalM,
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  range: {
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  cell: {
    padding: `${tokens.spacingVerticalXXS} 0`,
    paddingInlineEnd: tokens.spacingHorizontalS,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  heading: { position: 'relative', padding: 0 },
  place: { width: '36%' },
  value: { fontVariantNumeric: 'tabular-nums' },
  // As a border it shows in forced colours, too.
  track: {
    height: '10px',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
  },
  bar: {
    height: '100%',
    minWidth: '2px',
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
  },
  missing: { color: tokens.colorNeutralForeground2 },
});

/** Up to five places side by side, each value against the least and the most of the list. */
export function CompareSection(props: CompareSectionProps) {
  const { ports, list, found, rows, goToView, onChange } = props;
  const { sheet, cells, insertPicture, selection } = ports.host;
  const steps = useNoticedSteps();
  const describe = useDescribedNames(ports.catalogue);
  const [chosenBase, setBase] = useState<IndexBase>('none');
  const isThere = typeof chosenBase !== 'number' || rows.includes(chosenBase);
  const base = isThere ? chosenBase : 'none';
  const comparison = useMemo(() => {
    const { ownColumns } = list.block;
    const unitOf = (column: number): string => {
      const name = ownColumns?.get(column) ?? '';
      return name === '' ? '' : (describe(name).unit ?? '');
    };
    return compare(list, found, rows, unitOf, base);
  }, [list, found, rows, describe, base]);
  const { places, attributes } = comparison;
  const others = useMemo(
    () => placesOf(found.rows).filter(({ row }) => !rows.includes(row)),
    [found, rows],
  );
  const selected = useSelectedRows(selection, list, found);
  const title = t('Comparison of {places}', { places: listText(places.map(({ label }) => label)) });
  const change = (next: readonly number[]): void => {
    steps.tell(undefined);
    onChange([...new Set(next)].slice(0, MOST_PLACES));
  };

  return (
    <>
      <PaneSection title={t('Places')}>
        <Text tone="quiet">
          {t('Choose up to {most} places. Comparing makes no calls.', { most: MOST_PLACES })}
        </Text>
        <Stack as="ul" gap="XS" aria-label={t('Places to compare')}>
          {places.map(({ row, label }) => (
            <Row as="li" key={row}>
              <Text>{label}</Text>
              <Button
                size="small"
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={t('Remove {name}', { name: label })}
                onClick={() => change(rows.filter((one) => one !== row))}
              />
            </Row>
          ))}
        </Stack>
        {places.length < MOST_PLACES && others.length > 0 && (
          <SelectField<number | undefined>
            label={t('Add a place')}
            value={undefined}
            options={[
              [undefined, t('Choose a place')],
              ...others.slice(0, MOST_OFFERED).map(({ row, label }) => [row, label] as const),
            ]}
            onChange={(row) => {
              if (row !== undefined) change([...rows, row]);
            }}
          />
        )}
        <Button
          disabledFocusable={selected.length === 0}
          onClick={() => {
            if (selected.length > 0) change(selected);
          }}
        >
          {t('Use the selected rows')}
        </Button>
        {others.length > MOST_OFFERED && (
          <Text tone="quiet" isSmall>
            {t('The list offers the first {most} places. For others, select their rows.', {
              most: MOST_OFFERED,
            })}
          </Text>
        )}
      </PaneSection>
      {places.length > 0 && (
        <PaneSection title={t('Side by side')}>
          <SelectField<IndexBase>
            label={t('Index')}
            value={base}
            options={[
              ['none', t('None')],
              ['mean', t('{base} = 100', { base: t('Mean of the list') })],
              ['median', t('{base} = 100', { base: t('Median of the list') })],
              ...places.map(({ row, label }) => [row, t('{base} = 100', { base: label })] as const),
            ]}
            onChange={(next) => {
              steps.tell(undefined);
              setBase(next);
            }}
          />
          <ComparisonTable comparison={comparison} caption={title} />
          <Button size="small" onClick={() => goToView('enrich')}>
            {t('Get a column from Locus')}
          </Button>
          <PictureActions
            pictures={ports.pictures}
            insert={insertPicture}
            name={t('comparison')}
            description={title}
            beside={list.block}
            picture={() => comparisonPicture(comparison, shortTitle(places.length))}
          />
          <Actions>
            <Button
              disabledFocusable={steps.isBusy || attributes.length === 0}
              onClick={() => {
                // A person may look at the new sheet, and come back.
                onChange(rows);
                steps.write(
                  () => JSON.stringify(comparisonCells(comparison)),
                  (address) => void cells.goTo(address).catch(() => undefined),
                  () => writeSheet(comparison, sheet, steps.later),
                );
              }}
            >
              {t('Write as sheet')}
            </Button>
          </Actions>
          <NoticeLine notice={steps.notice} isBusy={steps.isBusy} />
          <MeetingPageAction
            ports={ports}
            list={list}
            isReady={attributes.length > 0}
            content={(formatOf) => comparisonPage(comparison, title, formatOf)}
          />
        </PaneSection>
      )}
    </>
  );
}

/** In a longer list of options nobody finds a place. */
const MOST_OFFERED = 500;

/** The rows of the list that a person has selected in the grid, now. */
function useSelectedRows(
  selection: CompareSectionProps['ports']['host']['selection'],
  { block }: PlaceList,
  { rows }: ListRows,
): readonly number[] {
  const area = parseArea(useStoreValue(selection) ?? '');
  if (area === undefined || (area.sheet ?? block.sheet) !== block.sheet) return [];
  return rows
    .filter(({ row }) => row >= area.startRow && row <= area.endRow)
    .map(({ row }) => row)
    .slice(0, MOST_PLACES);
}

interface ComparisonTableProps {
  readonly comparison: Comparison;
  readonly caption: string;
}

/** For each attribute a line for each place, so that five places fit into a narrow pane. */
function ComparisonTable({
  comparison: { places, attributes, baseTitle },
  caption,
}: ComparisonTableProps) {
  const styles = useStyles();
  if (attributes.length === 0) return <Text>{t('This list has no columns of numbers.')}</Text>;
  return (
    <table className={styles.table} aria-label={caption}>
      <thead>
        <tr>
          {[t('Place'), t('Against the list'), t('Value')].map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={mergeClasses(styles.heading, index === 0 && styles.place)}
            >
              <Unseen as="span">{heading}</Unseen>
            </th>
          ))}
        </tr>
      </thead>
      {attributes.map(({ title, unit, range, base, values }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={styles.attribute}>
              {title}
              <span className={styles.range}>{rangeText({ range, unit })}</span>
              {baseTitle !== undefined && (
                <span className={styles.range}>{baseText({ base, unit }, baseTitle)}</span>
              )}
            </th>
          </tr>
          {places.map(({ row, label }, index) => {
            const compared = values[index];
            const share = compared?.share;
            return (
              <tr key={row}>
                <th scope="row" className={mergeClasses(styles.cell, styles.place)}>
                  {label}
                </th>
                <td className={styles.cell}>
                  {share !== undefined && (
                    <div className={styles.track}>
                      <div className={styles.bar} style={{ width: `${String(share * 100)}%` }}>
                        <Unseen as="span">{shareText(share)}</Unseen>
                      </div>
                    </div>
                  )}
                </td>
                <td className={mergeClasses(styles.cell, styles.value)}>
                  {compared?.value === undefined ? (
                    <span className={styles.missing}>{t('no value')}</span>
                  ) : (
                    comparedText(compared.value, compared.index, unit)
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

function shareText(share: number): string {
  return t('{percent}% of the range', { percent: Math.round(share * 100) });
}

/** Writes the comparison on a sheet of its own; the notice offers an undo. */
async function writeSheet(
  comparison: Comparison,
  sheet: Pick<Sheet, 'addSheet' | 'removeSheet' | 'foreseeUndo'>,
  later: (run: () => Promise<Notice>) => void,
): Promise<Notice> {
  const added = await sheet.addSheet(
    t('Comparison'),
    comparisonCells(comparison),
    comparisonLook(comparison),
  );
  if (added.kind === 'failed') return { tone: 'bad', text: added.message };
  const action = undoAddedSheet(added.written, sheet, later);
  const text = t('Added on the sheet “{name}”.', { name: added.sheet });
  return { tone: 'good', text, address: cellAddress(added.sheet, 0, 0), action };
}
