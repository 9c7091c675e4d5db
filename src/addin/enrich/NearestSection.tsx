import { Button } from '@fluentui/react-components';
import { type ReactNode, useMemo, useState } from 'react';

import { numberFormat, t } from '../../engine/language/speech';
import { inSheet, type PlaceColumns } from '../../engine/places/place-choice';
import { Stack, Text } from '../pane/parts/layout';
import { TypedField } from '../pane/parts/NumberField';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { SelectField } from '../pane/parts/SelectField';
import { useLatest } from '../pane/parts/use-latest';
import { useStoreValue } from '../pane/parts/use-store-value';
import { wholeSheet } from '../spreadsheet/cell-address';
import { ShownPrice } from '../spreadsheet/shown-price';
import {
  nearestColumns,
  nearestExample,
  nearestTitle,
  readOtherList,
  type OtherColumn,
  type OtherList,
} from './nearest';
import type { PlaceList } from './place-list';
import type { AddingSteps } from './use-additions';

export interface NearestSectionProps {
  readonly ports: Pick<PanePorts, 'host' | 'preferences'>;
  readonly list: PlaceList;
  /** Where the list has its places; undefined while a column is missing. */
  readonly place: PlaceColumns | undefined;
  /** Rows of the sheet that get no formula; undefined until they are known. */
  readonly skipped: ReadonlySet<number> | undefined;
  /** Where new columns begin. */
  readonly column: number;
  readonly steps: AddingSteps;
  /** What became of it. */
  readonly children: ReactNode;
}

/** For each place the nearest of another list, and how far away it is: formulas, and no calls. */
export function NearestSection(props: NearestSectionProps) {
  const { ports, list, place, skipped, column, steps } = props;
  const { sheet } = ports.host;
  const { pincodes } = useStoreValue(ports.preferences);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [labelled, setLabelled] = useState<number>();
  const { result: names = [] } = useLatest(() => sheet.sheetNames(), [sheet, list.block]);
  const address = chosen === TYPED ? typed : chosen === '' ? '' : wholeSheet(chosen);
  const { result } = useLatest(
    () =>
      address === ''
        ? Promise.resolve(undefined)
        : readOtherList(address, list, { sheet, pincodes }),
    [address, list, sheet, pincodes],
  );
  const other = typeof result === 'object' ? result : undefined;
  const label = other && labelOf(other, labelled);
  const hasPlaces = place !== undefined && place.kind !== 'address';
  const example = useMemo(
    () => (other && hasPlaces ? nearestExample(list, place, other, label) : undefined),
    [other, hasPlaces, list, place, label],
  );
  const title = other && nearestTitle(other);
  const isThere = list.columns.columns.some(({ header }) => header === title);
  const isFree = !steps.isBusy && !steps.isBehind;
  const isReady = hasPlaces && skipped !== undefined && other !== undefined && !isThere && isFree;
  const add = (): void => {
    const where = place && inSheet(place, list.block.column);
    if (where === undefined || where.kind === 'address') return;
    if (!isReady) return;
    const columns = nearestColumns({
      ...{ list: list.block, hasHeader: list.columns.hasHeader, column, skipped },
      ...{ place: where, other, label },
    });
    void steps.add({ columns, price: ShownPrice.none, approve: undefined, isOfNearest: true });
  };

  return (
    <PaneSection title={t('Nearest of another list')}>
      <Text tone="quiet">
        {hasPlaces
          ? t('Adds the nearest place and its distance in a straight line. No calls.')
          : t('Needs columns of latitude and longitude in both lists.')}
      </Text>
      {hasPlaces && (
        <>
          <SelectField<string>
            label={t('Other list')}
            value={chosen}
            options={[
              ['', t('Choose a sheet')],
              ...names.map((name) => [name, name] as const),
              [TYPED, t('Cells that I enter')],
            ]}
            onChange={(next) => {
              setChosen(next);
              setLabelled(undefined);
            }}
          />
          {chosen === TYPED && (
            <TypedField
              label={t('Cells')}
              hint={t('Such as Branches!A1:D80')}
              value={typed}
              save={(next) => {
                setTyped(next.trim());
                return undefined;
              }}
            />
          )}
          {other !== undefined && (
            <SelectField<number>
              label={t('Name')}
              value={label?.column ?? NUMBER}
              options={[
                ...other.labels.map((each) => [each.column, each.title] as const),
                [NUMBER, t('Its number in the list')],
              ]}
              onChange={setLabelled}
            />
          )}
          <Stack aria-live="polite">
            {typeof result === 'string' && <Text isStrong>{result}</Text>}
            {other?.missing !== undefined && <Text isStrong>{other.missing}</Text>}
            {example !== undefined && (
              <Text>
                {t('Row {row}: {name}, {kilometres} km away.', {
                  row: String(example.row + 1),
                  name: example.label,
                  kilometres: distances.format(example.kilometres),
                })}
              </Text>
            )}
            {isThere && steps.notice === undefined && (
              <Text tone="quiet">{t('Already in the list: {names}.', { names: title ?? '' })}</Text>
            )}
          </Stack>
          <Button disabledFocusable={!isReady} onClick={add}>
            {t('Add nearest and distance')}
          </Button>
        </>
      )}
      {props.children}
    </PaneSection>
  );
}

/** No sheet can be called so. */
const TYPED = ':';
const NUMBER = -1;
const distances = numberFormat({ maximumFractionDigits: 2 });

/** @param chosen a column of the sheet; undefined while a person has chosen none. */
function labelOf({ labels }: OtherList, chosen: number | undefined): OtherColumn | undefined {
  return chosen === undefined
    ? labels.find(({ isText }) => isText)
    : labels.find(({ column }) => column === chosen);
}
