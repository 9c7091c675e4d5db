import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { countText, countedText } from '../../spreadsheet/count-text';
import type { Host } from '../../spreadsheet/host';
import { PaneSection } from '../PaneSection';
import { useChosenModel } from './chosen-model';
import type { ModelChoice } from './chosen-model';
import { ColumnSelect } from './ColumnSelect';
import { insertScores } from '../../enrich/inserting';
import type { Notice } from '../../spreadsheet/notice';
import { ModelNotice } from './ModelNotice';
import { ModelSelect } from './ModelSelect';
import { useSelectedBlock } from './selected-block';
import { PlaceFields } from './PlaceFields';
import { countScores, guessPlace, matchVariables, readPlaceList } from '../../enrich/score-plan';
import type { PlaceList, ScoreCount } from '../../enrich/score-plan';
import type { ScorePlace } from '../../enrich/score-formula';

export interface InsertSectionProps extends ModelChoice {
  readonly host: Pick<Host, 'selection' | 'sheet'>;
}

/** What a person set otherwise than it was guessed, for one list and one model. */
interface Corrections {
  readonly about: string;
  readonly hasHeader?: boolean;
  /** In a box, because a person may also say that it is none of what was guessed. */
  readonly place?: { readonly is: ScorePlace | undefined };
  /** By the variable's name; undefined is none. */
  readonly columns: ReadonlyMap<string, number | undefined>;
}

const useStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  start: { alignSelf: 'start' },
});

/** A column of scores beside the selected list. */
export function InsertSection({ host, ...choice }: InsertSectionProps) {
  const styles = useStyles();
  const [model, choose] = useChosenModel(choice);
  const reading = useSelectedBlock(host);
  const [corrections, setCorrections] = useState<Corrections>({ about: '', columns: new Map() });
  const [notice, setNotice] = useState<Notice>();
  const [isBusy, setIsBusy] = useState(false);
  if (model === undefined) return null;

  const block = reading?.kind === 'block' ? reading.block : undefined;
  const about = JSON.stringify([model.alias, block?.address]);
  const own: Corrections =
    corrections.about === about ? corrections : { about, columns: new Map() };
  const correct = (change: Partial<Corrections>): void => setCorrections({ ...own, ...change });
  const list = block && readPlaceList(block, own.hasHeader);
  const place = own.place === undefined ? list && guessPlace(list) : own.place.is;
  const matched = list === undefined ? [] : matchVariables(model, list.columns);
  const mapping = model.variables.map(({ name }, index) =>
    own.columns.has(name) ? own.columns.get(name) : matched[index],
  );
  const lacking = model.variables.filter(
    ({ fallback }, index) => fallback === undefined && mapping[index] === undefined,
  );
  const count = list && place && countScores(list, place, mapping);

  async function insert(into: PlaceList, where: ScorePlace): Promise<void> {
    if (model === undefined) return;
    setIsBusy(true);
    const next = await insertScores(host.sheet, into, model, where, mapping, setNotice);
    setIsBusy(false);
    setNotice(next);
  }

  return (
    <PaneSection title="Insert scores">
      <ModelSelect models={choice.models} selected={model} onSelect={choose} />
      {list === undefined ? (
        <p className={styles.quiet}>
          {reading?.kind === 'failed'
            ? reading.message
            : 'Select a list of places in the sheet: addresses, or latitudes and longitudes.'}
        </p>
      ) : (
        <>
          <p className={styles.text}>{list.block.address}</p>
          <Checkbox
            className={styles.start}
            label="First row says what the columns are"
            checked={list.columns.hasHeader}
            onChange={(_event, { checked }) => correct({ hasHeader: checked === true })}
          />
          <PlaceFields
            list={list}
            place={place}
            onChange={(next) => correct({ place: { is: next } })}
          />
          {model.variables.map(({ name, fallback }, index) => (
            <ColumnSelect
              key={name}
              label={name}
              list={list}
              none={fallback === undefined ? 'Nowhere' : `Nowhere: always ${fallback}`}
              column={mapping[index]}
              onChange={(column) => correct({ columns: new Map(own.columns).set(name, column) })}
            />
          ))}
          {lacking.length > 0 && (
            <p className={styles.quiet}>
              {lacking.map(({ name }) => name).join(', ')}: left out, which the model may refuse.
            </p>
          )}
          <p className={styles.quiet}>{count === undefined ? NO_PLACE : countWords(count)}</p>
          <Button
            className={styles.start}
            appearance="primary"
            disabledFocusable={isBusy || place === undefined || count?.rows === 0}
            onClick={() => place !== undefined && !isBusy && void insert(list, place)}
          >
            Insert scores
          </Button>
        </>
      )}
      <ModelNotice notice={notice} isBusy={isBusy} />
    </PaneSection>
  );
}

const NO_PLACE = 'Say which columns hold the places.';

function countWords({ rows, questions }: ScoreCount): string {
  const calls = `at most ${countedText(questions, 'call')}`;
  return `${countText(rows)} formulas beside the list, ${calls}. What is known costs nothing.`;
}
