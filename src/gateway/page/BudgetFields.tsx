import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import type { Budget, BudgetField, BudgetWarning, Prices } from './gateway-client';
import { hasPrices, moneyText } from './usage-text';

const useStyles = makeStyles({
  form: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  field: { width: '110px' },
  input: { minWidth: '0' },
});

interface BudgetFieldsProps {
  /** Whose budget it is, for screen readers. */
  readonly owner: string;
  /** Undefined while there is none. */
  readonly budget: Budget | undefined;
  readonly prices: Prices;
  /** What an empty field means. @default no limit */
  readonly emptyText?: string;
  onSave(budget: Partial<Record<BudgetField, number>>): void;
}

/**
 * The fields of a budget's limits. An empty field means no limit. Limits in price appear only if
 * calls have a price.
 */
export function BudgetFields(props: BudgetFieldsProps) {
  const { owner, budget, prices, emptyText = 'no limit', onSave } = props;
  const styles = useStyles();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, String(budget?.[name] ?? '')])),
  );
  const textOf = (name: BudgetField): string => texts[name]?.trim() ?? '';
  const isValid = FIELDS.every(({ name, form }) => form.test(textOf(name)));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const set = FIELDS.filter(({ name }) => textOf(name) !== '');
    onSave(Object.fromEntries(set.map(({ name }) => [name, Number(textOf(name))])));
  };
  const isShown = ({ form, name }: (typeof FIELDS)[number]): boolean =>
    form === WHOLE || hasPrices(prices) || textOf(name) !== '';
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {FIELDS.filter(isShown).map(({ name, title, form }) => {
        const label = form === WHOLE ? title : `${prices.currency || 'Credits'} ${title}`;
        return (
          <LimitField
            key={name}
            label={label}
            spoken={`${label}, ${owner}`}
            isWhole={form === WHOLE}
            placeholder={emptyText}
            value={texts[name]}
            onChange={(value) => setTexts({ ...texts, [name]: value })}
          />
        );
      })}
      <Button type="submit" disabled={!isValid}>
        Save budget
      </Button>
    </form>
  );
}

interface LimitFieldProps {
  readonly label: string;
  /** The label for screen readers, if it differs. */
  readonly spoken?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** @default true */
  readonly isWhole?: boolean;
  readonly value: string | undefined;
  onChange(value: string): void;
}

function LimitField(props: LimitFieldProps) {
  const { label, spoken, hint, placeholder, isWhole = true, value = '', onChange } = props;
  const styles = useStyles();
  return (
    <Field label={label} className={styles.field} {...(hint !== undefined && { hint })}>
      <Input
        className={styles.input}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        value={value}
        onChange={(_event, data) => onChange(data.value)}
        {...(spoken !== undefined && { 'aria-label': spoken })}
        {...(placeholder !== undefined && { placeholder })}
      />
    </Field>
  );
}

type CallsField = 'callsPerDay' | 'callsPerMonth';
export type CallsTexts = Readonly<Partial<Record<CallsField, string>>>;

/** Reads limits in calls as they were typed; undefined if one of them is not a number. */
export function callsIn(texts: CallsTexts): Partial<Record<CallsField, number>> | undefined {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  if (!given.every(([, text]) => WHOLE.test(text.trim()))) return undefined;
  return Object.fromEntries(given.map(([field, text]) => [field, Number(text)]));
}

interface CallsFieldsProps {
  /** Whose limits they are, for screen readers. */
  readonly owner?: string;
  readonly placeholder?: string;
  readonly texts: CallsTexts;
  readonly budget?: Budget;
  onChange(texts: CallsTexts): void;
}

/** The fields of limits in calls, for somebody who asks for them or gives them. */
export function CallsFields({ owner, placeholder, texts, budget, onChange }: CallsFieldsProps) {
  return (['callsPerDay', 'callsPerMonth'] as const).map((field) => {
    const label = field === 'callsPerDay' ? 'Calls a day' : 'Calls a month';
    return (
      <LimitField
        key={field}
        label={label}
        value={texts[field]}
        onChange={(text) => onChange({ ...texts, [field]: text })}
        {...(owner !== undefined && { spoken: `${label}, ${owner}` })}
        {...(placeholder !== undefined && { placeholder })}
        {...(budget !== undefined && { hint: nowText(budget[field]) })}
      />
    );
  });
}

function nowText(limit: number | null): string {
  return limit === null ? 'Now: no limit' : `Now: ${limit.toLocaleString()}`;
}

const WHOLE = /^\d*$/;
const AMOUNT = /^\d*(\.\d+)?$/;
const FIELDS: readonly {
  readonly name: BudgetField;
  readonly title: string;
  readonly form: RegExp;
}[] = [
  { name: 'callsPerDay', title: 'Calls a day', form: WHOLE },
  { name: 'callsPerMonth', title: 'Calls a month', form: WHOLE },
  { name: 'pricePerDay', title: 'a day', form: AMOUNT },
  { name: 'pricePerMonth', title: 'a month', form: AMOUNT },
];

interface BudgetWarningsProps {
  readonly warnings: readonly BudgetWarning[];
  readonly prices: Prices;
}

/** Lists the limits of a budget that are nearly spent, one on each line. */
export function BudgetWarnings({ warnings, prices }: BudgetWarningsProps) {
  const amount = ({ unit }: BudgetWarning, of: number): string =>
    unit === 'calls' ? of.toLocaleString() : moneyText(of, prices);
  return warnings.map((warning) => {
    const { period, unit, used, limit } = warning;
    return (
      <MessageBar
        key={`${period} ${unit}`}
        intent={used < limit ? 'warning' : 'error'}
        layout="multiline"
      >
        <MessageBarBody>
          {used < limit ? 'Budget nearly spent' : 'Budget spent'}: {amount(warning, used)} of{' '}
          {amount(warning, limit)} {unit === 'calls' && 'calls '}
          {period === 'day' ? 'today' : 'this month'}
        </MessageBarBody>
      </MessageBar>
    );
  });
}
