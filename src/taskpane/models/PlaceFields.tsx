import { Field, Radio, RadioGroup } from '@fluentui/react-components';

import { ColumnSelect } from './ColumnSelect';
import type { ScorePlace } from '../../enrich/score-formula';
import type { PlaceList } from '../../enrich/score-plan';

export interface PlaceFieldsProps {
  readonly list: PlaceList;
  /** Undefined where the list does not say. */
  readonly place: ScorePlace | undefined;
  onChange(place: ScorePlace | undefined): void;
}

/** Which columns say where the places are. */
export function PlaceFields({ list, place, onChange }: PlaceFieldsProps) {
  const { latitude = 0, longitude = latitude + 1, address } = list.columns.roles;
  const hasTwo = list.block.columns > 1;
  return (
    <>
      {hasTwo && (
        <Field label="Places are">
          <RadioGroup
            layout="horizontal"
            value={place?.kind ?? 'address'}
            onChange={(_event, { value }) => {
              if (value === 'coordinates') onChange({ kind: 'coordinates', latitude, longitude });
              else onChange(address === undefined ? undefined : { kind: 'address', address });
            }}
          >
            <Radio value="address" label="Addresses" />
            <Radio value="coordinates" label="Coordinates" />
          </RadioGroup>
        </Field>
      )}
      {place?.kind === 'coordinates' ? (
        <>
          <ColumnSelect
            label="Latitude"
            list={list}
            column={place.latitude}
            onChange={(column = 0) => onChange({ ...place, latitude: column })}
          />
          <ColumnSelect
            label="Longitude"
            list={list}
            column={place.longitude}
            onChange={(column = 0) => onChange({ ...place, longitude: column })}
          />
        </>
      ) : (
        <ColumnSelect
          label="Address"
          list={list}
          none="Choose a column"
          column={place?.address}
          onChange={(column) =>
            onChange(column === undefined ? undefined : { kind: 'address', address: column })
          }
        />
      )}
    </>
  );
}
