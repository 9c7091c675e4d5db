import { Button, Field, Input, Spinner } from '@fluentui/react-components';
import { useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { Host, WorkbookModel } from '../spreadsheet/host';
import type { Preferences } from '../device/preferences';
import { ShownPrice } from '../spreadsheet/shown-price';
import { priceOfOne } from '../pane/parts/price-text';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import type { CellContent } from '../../engine/places/cell';
import { validationOf } from '../pane/parts/NumberField';
import { SelectField } from '../pane/parts/SelectField';
import { outcomeText, readTrial } from './trial-question';
import { Stack, Text } from '../pane/parts/layout';

export interface TrialSectionProps {
  /** At least one. */
  readonly models: readonly WorkbookModel[];
  readonly defaultModel: WorkbookModel | undefined;
  readonly ports: Pick<PanePorts, 'scores' | 'askScore'>;
  readonly preferences: Preferences;
  readonly host: Pick<Host, 'selection' | 'sheet'>;
}

/** One score of one place, before a person asks for thousands. */
export function TrialSection({
  models,
  defaultModel,
  ports: { scores, askScore },
  preferences,
  host,
}: TrialSectionProps) {
  const [alias, setAlias] = useState<string>();
  const model = models.find((one) => one.alias === alias) ?? defaultModel ?? models[0];
  const [place, setPlace] = useState('');
  const [day, setDay] = useState('');
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [words, setWords] = useState<{ readonly text: string; readonly field?: string }>();
  const [isAsking, setIsAsking] = useState(false);
  // Numbers what a person does here: a reply to an earlier step says nothing about a later one.
  const latest = useRef(0);
  if (model === undefined) return null;

  const values = model.variables.map(
    ({ name, fallback }) => typed.get(name) ?? String(fallback ?? ''),
  );
  const trial = readTrial(model, place, values, { day, format: preferences.dateFormat });
  const isKnown = trial.kind === 'question' && scores.peek(trial.question, false) !== undefined;
  const price = isKnown
    ? new ShownPrice(0, t('Already known. Uses no calls.'))
    : priceOfOne(preferences);

  function restart(): void {
    latest.current += 1;
    setWords(undefined);
    setIsAsking(false);
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    if (trial.kind === 'faulty') {
      return setWords({ text: trial.message, field: trial.field });
    }
    const request = (latest.current += 1);
    setIsAsking(true);
    setWords({ text: t('Asking…') });
    const outcome = await askScore(trial.question, price);
    if (request !== latest.current) return;
    setIsAsking(false);
    setWords({ text: outcomeText(outcome, trial.question) });
  }

  async function takeSelected(): Promise<void> {
    restart();
    const request = latest.current;
    const selected = await selectedPlace(host);
    // The person has typed another place meanwhile, or asked about the one that stands there.
    if (request !== latest.current) return;
    if (selected === undefined)
      setWords({ text: t('The selected cell is empty.'), field: 'place' });
    else setPlace(selected);
  }

  const fault = (field: string): string | undefined =>
    words?.field === field ? words.text : undefined;
  return (
    <PaneSection title={t('Try a model')}>
      <Stack
        as="form"
        gap="M"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {models.length > 1 && (
          <SelectField
            label={t('Model')}
            value={model.alias}
            options={models.map((one) => [one.alias, one.alias])}
            onChange={(next) => {
              restart();
              setAlias(next);
            }}
          />
        )}
        <Field label={t('Address or coordinates')} {...validationOf(fault('place'))}>
          <Input
            value={place}
            placeholder={t('MG Road, Bengaluru, or 12.97, 77.59')}
            autoComplete="off"
            onChange={(_event, { value }) => {
              restart();
              setPlace(value);
            }}
          />
        </Field>
        <Button size="small" onClick={() => void takeSelected()}>
          {t('Use the selected cell')}
        </Button>
        <Field label={t('Date')} hint={t('Today if left blank')}>
          <Input
            type="date"
            value={day}
            onChange={(_event, { value }) => {
              restart();
              setDay(value);
            }}
          />
        </Field>
        {model.variables.map(({ name, kind, fallback }, index) => (
          <Field
            key={name}
            label={name}
            {...(fallback !== undefined && !typed.has(name) && { hint: t('The model’s default') })}
          >
            <Input
              value={values[index] ?? ''}
              inputMode={kind === 'number' ? 'decimal' : 'text'}
              autoComplete="off"
              onChange={(_event, { value }) => {
                restart();
                setTyped((before) => new Map(before).set(name, value));
              }}
            />
          </Field>
        ))}
        <Text tone="quiet">{price.text}</Text>
        <Button
          type="submit"
          disabledFocusable={isAsking}
          icon={isAsking ? <Spinner size="extra-tiny" aria-hidden /> : null}
        >
          {t('Try it')}
        </Button>
        <Text aria-live="polite">{words?.field === 'place' ? null : words?.text}</Text>
      </Stack>
    </PaneSection>
  );
}

/** The first cell's text; two numbers beside each other are coordinates. */
async function selectedPlace({
  selection,
  sheet,
}: TrialSectionProps['host']): Promise<string | undefined> {
  const address = selection.current();
  if (address === undefined) return undefined;
  const reading = await sheet.readBlock(address, { rows: 1 });
  const [first, second] = reading.kind === 'block' ? (reading.block.values[0] ?? []) : [];
  if (typeof first === 'number' && typeof second === 'number') return `${first}, ${second}`;
  return textOf(first);
}

function textOf(cell: CellContent | undefined): string | undefined {
  if (typeof cell === 'number') return String(cell);
  return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : undefined;
}
