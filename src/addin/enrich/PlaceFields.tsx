import { largest } from '../../engine/async/extremes';

import { t } from '../../engine/language/speech';
import type { ColumnRole } from '../../engine/places/header-words';
import { columnTitle, type PlaceList } from './place-list';
import { guessChoice, type PlaceChoice, type PlaceKind } from '../../engine/places/place-choice';
import { columnLetters } from '../../engine/places/column-letters';
import { Text } from '../pane/parts/layout';
import { SelectField } from '../pane/parts/SelectField';
import type { SelectedList } from './use-list-choice';

export interface PlaceFieldsProps {
  readonly list: PlaceList;
  readonly choice: PlaceChoice;
  readonly needsPincode: boolean;
  /** What is missing, in words. */
  readonly fault: string | undefined;
  onChange(choice: PlaceChoice): void;
}

/** Which rows of the list get values, where that is not all that a person may think of. */
export function RowsHint({ rows, below }: Pick<SelectedList, 'rows' | 'below'>) {
  if (rows !== undefined) {
    return (
      <Text tone="quiet">
        {t(
          '{count, plural, one {Only the selected row gets} other {Only the # selected rows get}} values. For all rows, select one cell of the list.',
          { count: rows.last - rows.first + 1 },
        )}
      </Text>
    );
  }
  if (below === undefined) return null;
  return (
    <Text isStrong>
      {t('More places follow in row {row}, after a blank row. To include them, select all rows.', {
        row: String(below + 1),
      })}
    </Text>
  );
}

/** Which columns say where the places are: guessed, for a person to correct. */
export function PlaceFields({ list, choice, needsPincode, fault, onChange }: PlaceFieldsProps) {
  const { kind, roles } = choice;
  const { isGuessed, alternatives, roles: found } = list.columns;
  const isAsFound =
    fault === undefined &&
    kind === guessChoice(list).kind &&
    COMPARED[kind].every((role) => roles[role] === found[role]);
  const others = alternatives.map((column) => `“${columnTitle(list, column)}”`).join(' + ');
  const alternative =
    others === ''
      ? undefined
      : t('Each row has another place, in {others}. Check that these are the right columns.', {
          others,
        });
  const { beside } = list;
  const other =
    beside && t('There is another list beside this one, in {columns}.', { columns: beside });
  const hint = isAsFound ? (isGuessed ? GUESSED[kind] : (alternative ?? other)) : undefined;
  return (
    <>
      <SelectField<PlaceKind>
        label={t('Places are')}
        {...(hint === undefined ? {} : { hint })}
        value={kind}
        options={[
          ['coordinates', t('Coordinates')],
          ['pair', t('Coordinates in one column')],
          ['address', t('Addresses')],
        ]}
        onChange={(next) => onChange({ ...choice, kind: next })}
      />
      {kind === 'address' ? (
        <AddressFields
          list={list}
          choice={choice}
          needsPincode={needsPincode}
          onChange={(next) => onChange(next)}
        />
      ) : (
        FIELDS[kind].map(([role, label]) => (
          <ColumnSelect
            key={role}
            label={label}
            list={list}
            none={t('Choose a column')}
            column={roles[role]}
            onChange={(column) =>
              onChange({ ...choice, roles: withRole(choice.roles, role, column) })
            }
          />
        ))
      )}
    </>
  );
}

const COORDINATES = t('These columns look like coordinates, though no header says so. Check them.');
const GUESSED: Readonly<Record<PlaceKind, string>> = {
  coordinates: COORDINATES,
  pair: COORDINATES,
  address: t('These columns look like addresses, though no header says so. Check them.'),
};
/** What a person corrects is no guess any more. */
const COMPARED: Readonly<Record<PlaceKind, readonly ColumnRole[]>> = {
  coordinates: ['latitude', 'longitude'],
  pair: ['pair'],
  address: ['address', 'pincode'],
};

type Fields = readonly (readonly [ColumnRole, string])[];

const FIELDS: Readonly<Record<Exclude<PlaceKind, 'address'>, Fields>> = {
  coordinates: [
    ['latitude', t('Latitude')],
    ['longitude', t('Longitude')],
  ],
  pair: [['pair', t('Latitude and longitude')]],
};

function withRole(
  roles: PlaceChoice['roles'],
  role: ColumnRole,
  column: number | undefined,
): PlaceChoice['roles'] {
  const others = Object.entries(roles).filter(([other]) => other !== role);
  return Object.fromEntries(column === undefined ? others : [...others, [role, column]]);
}

/** The columns of an address, in the order in which they are sent, and where its pincode is. */
function AddressFields({ list, choice, needsPincode, onChange }: Omit<PlaceFieldsProps, 'fault'>) {
  const { roles, isPincodeInAddress = false, unsure = [] } = choice;
  const { address, pincode, ...others } = roles;
  const parts = partsOf(choice);
  const isMore = parts.length > 0 && parts.length < list.columns.columns.length;

  /** @param index the part's; the next one's to add a column. */
  const setPart = (index: number, column: number | undefined): void => {
    const next = parts.map((part, at) => (at === index ? column : part));
    if (index === parts.length) next.push(column);
    const chosen = [...new Set(next.filter((part) => part !== undefined))];
    const main = address !== undefined && chosen.includes(address) ? address : chosen[0];
    onChange({
      ...choice,
      parts: chosen,
      unsure: unsure.filter((role) => role !== 'address'),
      roles: {
        ...others,
        ...(main !== undefined && { address: main }),
        ...(pincode !== undefined && { pincode }),
      },
    });
  };

  const contents = parts.map((part) => list.columns.columns[part]?.content);
  const namingPincode = Math.max(
    0,
    largest(contents.map((content) => content?.namingPincode ?? 0)),
  );
  const filled = Math.max(0, largest(contents.map((content) => content?.filled ?? 0)));
  const canBeWithin = namingPincode > 0 || isPincodeInAddress;
  const isUnsure = unsure.includes('pincode');
  const within = t(
    'Found in the address: {count} of {filled, plural, one {# row} other {# rows}}',
    {
      count: namingPincode,
      filled,
    },
  );
  // A person who is asked may also say that there is none, if none is needed.
  const without = isUnsure && !needsPincode ? t('No column') : undefined;
  const other = canBeWithin ? within : without;
  return (
    <>
      {(parts.length === 0 ? [undefined] : parts).map((part, index) => (
        <ColumnSelect
          key={index}
          label={index === 0 ? t('Address') : t('Address, part {part}', { part: index + 1 })}
          list={list}
          none={index === 0 ? t('Choose a column') : t('No column')}
          column={part}
          onChange={(column) => setPart(index, column)}
        />
      ))}
      {isMore && (
        <ColumnSelect<number>
          key={parts.length}
          label={t('Add to the address')}
          list={list}
          none={t('No column')}
          column={undefined}
          onChange={(column) => setPart(parts.length, column)}
        />
      )}
      <ColumnSelect<number | 'within'>
        label={t('Pincode')}
        list={list}
        none={needsPincode || isUnsure ? t('Choose a column') : t('No column')}
        {...(other !== undefined && { other: ['within', other] })}
        column={pincode ?? (isPincodeInAddress ? 'within' : undefined)}
        onChange={(column) =>
          onChange({
            ...choice,
            isPincodeInAddress: column === 'within' && canBeWithin,
            unsure: unsure.filter((role) => role !== 'pincode'),
            roles: {
              ...others,
              ...(address !== undefined && { address }),
              ...(typeof column === 'number' && { pincode: column }),
            },
          })
        }
      />
    </>
  );
}

/** A person who chooses another column for the address means that one. */
function partsOf({ roles: { address }, parts = [] }: PlaceChoice): readonly number[] {
  if (address === undefined) return [];
  return parts.includes(address) ? parts : [address];
}

interface ColumnSelectProps<Column> {
  readonly label: string;
  readonly list: PlaceList;
  /** The option for choosing no column; if left out, a column must be chosen. */
  readonly none?: string;
  /** An option that is neither a column nor none, and its words. */
  readonly other?: readonly [Column, string];
  /** Within the block. */
  readonly column: Column | undefined;
  onChange(column: Column | undefined): void;
}

/** One of the list's columns, by its letter and its header. */
export function ColumnSelect<Column extends number | string = number>({
  label,
  list,
  none,
  other,
  column,
  onChange,
}: ColumnSelectProps<Column>) {
  return (
    <SelectField<Column | undefined>
      label={label}
      value={column}
      options={[
        ...(none === undefined ? [] : [[undefined, none] as const]),
        ...(other === undefined ? [] : [other]),
        ...list.columns.columns.map(
          ({ index, header }) =>
            [
              index as Column,
              header === ''
                ? columnTitle(list, index)
                : `${header} (${columnLetters(list.block.column + index)})`,
            ] as const,
        ),
      ]}
      onChange={onChange}
    />
  );
}
