import { Field, Radio, RadioGroup } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { ColumnRole } from '../../engine/places/column-roles';
import type { PlaceList } from './place-list';
import type { PlaceChoice, PlaceKind } from '../../engine/places/place-choice';
import { AddressFields } from './AddressFields';
import { ColumnSelect } from './ColumnSelect';

export interface PlaceFieldsProps {
  readonly list: PlaceList;
  readonly choice: PlaceChoice;
  readonly needsPincode: boolean;
  onChange(choice: PlaceChoice): void;
}

/** Which columns say where the places are: guessed, for a person to correct. */
export function PlaceFields({ list, choice, needsPincode, onChange }: PlaceFieldsProps) {
  const { kind, roles } = choice;
  const { isGuessed, roles: found } = list.columns;
  const isGuess =
    kind === 'coordinates' &&
    isGuessed &&
    roles.latitude === found.latitude &&
    roles.longitude === found.longitude;
  return (
    <>
      <Field label={t('Places are')} {...(isGuess ? { hint: GUESSED } : {})}>
        <RadioGroup
          layout="vertical"
          value={kind}
          onChange={(_event, { value }) => onChange({ ...choice, kind: value as PlaceKind })}
        >
          <Radio value="coordinates" label={t('Coordinates')} />
          <Radio value="pair" label={t('Coordinates in one column')} />
          <Radio value="address" label={t('Addresses')} />
        </RadioGroup>
      </Field>
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

const GUESSED = t('These columns look like coordinates, though no header says so. Check them.');

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
