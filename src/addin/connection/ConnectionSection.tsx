import {
  Button,
  Field,
  Input,
  type InputProps,
  makeStyles,
  mergeClasses,
  renderInput_unstable,
  Spinner,
  Switch,
  tokens,
  useInput_unstable,
  useInputStyles_unstable,
} from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  ChevronDown20Regular,
  ChevronRight20Regular,
  ErrorCircle20Filled,
  Eye20Regular,
  EyeOff20Regular,
} from '@fluentui/react-icons';
import {
  type ClipboardEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { listText, t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { GatewaySectionProps } from './GatewaySection';
import {
  type ConnectionField,
  type ConnectionForm,
  type ConnectionFormPorts,
  useConnectionForm,
} from './use-connection-form';
import type { PanePorts } from '../pane/parts/pane-ports';
import { ShownPrice } from '../spreadsheet/shown-price';
import { callsPriceText, priceUpTo } from '../pane/parts/price-text';
import { useStoreValue } from '../pane/parts/use-store-value';
import { Actions, Stack, Text } from '../pane/parts/layout';
import type { ServiceAddresses } from '../../engine/client/connection';
import { readServiceAddress } from '../../engine/client/service-address';
import { firstTexts, type StatusMessage } from './connection-messages';
import type { SignInOffer } from '../../engine/client/gateway-sign-in';
import type { ProblemBoard } from '../pane/parts/pane-view';
import { useLatest } from '../pane/parts/use-latest';
import { validationOf } from '../pane/parts/NumberField';

export interface ConnectionSectionProps {
  readonly ports: ConnectionFormPorts &
    GatewaySectionProps['ports'] &
    Pick<PanePorts, 'preferences'>;
  /** What lacks a value, and is asked for again with another key. */
  readonly board: ProblemBoard;
  /** Counts up whenever the key is needed; the key's box then takes the focus. */
  readonly timesNeeded: number;
  /** Behind a gateway. */
  readonly offer?: SignInOffer | undefined;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0 },
  good: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusSuccessBorder1}`,
  },
  goodIcon: { color: tokens.colorStatusSuccessForeground3 },
  bad: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusDangerBorder1}`,
  },
  badIcon: { color: tokens.colorStatusDangerForeground3 },
  masked: { '-webkit-text-security': 'disc' },
  toggle: { alignSelf: 'start', paddingLeft: 0, minWidth: 0 },
});

/** The key, the addresses it is for, and a test that says how it went. */
export function ConnectionSection({ ports, board, timesNeeded, offer }: ConnectionSectionProps) {
  const form = useConnectionForm(ports);
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const keyRef = useRef<HTMLInputElement>(null);
  const timesShown = useRef(0);
  const isNew = offer !== undefined && form.status === firstTexts.noKey;
  const mayBeGateway = offer !== undefined || form.hasToken;
  // A gateway is tested without a call.
  const price = useSavingPrice(ports.preferences, board, mayBeGateway);
  const { result: Gateway } = useLatest(mayBeGateway ? fetchGateway : () => undefined, [
    mayBeGateway,
  ]);

  useEffect(() => {
    // This also runs when a hidden view is shown again.
    if (timesNeeded === timesShown.current) return;
    timesShown.current = timesNeeded;
    keyRef.current?.focus();
  }, [timesNeeded]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (form.isTesting) return;
    const { isKeyTaken, badFields } = form.saveAndTest(keyRef.current?.value ?? '', price);
    if (isKeyTaken) clearKey();
    const [bad] = badFields;
    if (bad !== undefined) pointAt(bad);
  }

  function clearKey(): void {
    if (keyRef.current !== null) keyRef.current.value = '';
  }

  function pointAt(field: ConnectionField): void {
    if (field === 'credential') return keyRef.current?.focus();
    // The box must be on the page before it can take the focus.
    flushSync(() => setIsAdvancedOpen(true));
    formRef.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
  }

  return (
    <PaneSection title={t('Connection')}>
      {Gateway !== undefined && (
        <Gateway
          ports={ports}
          offer={offer}
          isTesting={form.isTesting}
          onToken={(token) => form.saveAndTest(token, price)}
        />
      )}
      <Stack ref={formRef} as="form" onSubmit={submit} noValidate>
        <KeyField
          label={offer === undefined ? t('API key') : t('Access token')}
          inputRef={keyRef}
          hasKey={form.hasKey}
          error={form.fieldErrors.credential}
        />
        <Switch
          label={t('Remember on this device')}
          checked={form.shouldRemember}
          onChange={(_event, { checked }) => form.setShouldRemember(checked)}
        />
        {form.shouldRemember && (
          <Text tone="quiet" isSmall>
            {t(
              'Stored unencrypted in this browser until you turn this off or clear all data. Turn it off on a shared computer.',
            )}
          </Text>
        )}
        <AdvancedFields form={form} isOpen={isAdvancedOpen} onToggle={setIsAdvancedOpen} />
        {price.text !== '' && (
          <Text tone="quiet" isSmall>
            {price.text}
          </Text>
        )}
        {(!form.hasKey || form.isGoingElsewhere) && <SendingNotice addresses={form.addresses} />}
        <Actions>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={form.isTesting}
            icon={form.isTesting ? <Spinner size="extra-tiny" aria-hidden /> : null}
          >
            {t('Save and test')}
          </Button>
          {form.hasKey && (
            <Button
              appearance="subtle"
              onClick={() => {
                form.forget();
                clearKey();
                keyRef.current?.focus();
              }}
            >
              {t('Remove key')}
            </Button>
          )}
        </Actions>
        <ConnectionStatus words={isNew ? firstTexts.noToken : form.status} />
      </Stack>
    </PaneSection>
  );
}

async function fetchGateway() {
  return (await import(/* webpackChunkName: "pane-gateway" */ './GatewaySection')).GatewaySection;
}

/** Said before it is spent: the test, and what the cells without a value then ask for again. */
function useSavingPrice(
  store: PanePorts['preferences'],
  board: ProblemBoard,
  isTestFree: boolean,
): ShownPrice {
  const preferences = useStoreValue(store);
  const { groups } = useStoreValue(board);
  const calls = groups.reduce((sum, group) => sum + group.calls, 0);
  const price = callsPriceText(1, preferences);
  const test =
    price === undefined
      ? t('The test makes 1 call.')
      : t('The test makes 1 call, about {price}.', { price });
  const again = priceUpTo(calls, preferences, (cost) =>
    t('Cells without a value are then retried: {cost}.', { cost }),
  );
  const texts = [...(isTestFree ? [] : [test]), ...(calls > 0 ? [again.text] : [])];
  return new ShownPrice(calls + (isTestFree ? 0 : 1), texts.join(' '));
}

/** What a person agrees to by saving a key; shown beside the button that saves it. */
function SendingNotice({ addresses }: { readonly addresses: ServiceAddresses }) {
  return (
    <Text tone="quiet" isSmall>
      {t(
        'When you save a key, Locus can send the coordinates and addresses in your formulas, including your customers’, to {hosts}. Nothing else in your workbook is sent.',
        { hosts: hostsText(addresses) },
      )}
    </Text>
  );
}

function hostsText({ attributeUrl, modelUrl }: ServiceAddresses): string {
  const hosts = [attributeUrl, modelUrl].flatMap((url) => {
    const reading = readServiceAddress(url);
    return reading.kind === 'address' ? [new URL(reading.url).host] : [];
  });
  return listText([...new Set(hosts)]) || t('the service');
}

/**
 * The pane's one status region. It is on the page from the start, because a live region that is
 * added together with its text is not read out. What it says of a person's step comes into sight.
 */
function ConnectionStatus({ words }: { readonly words: StatusMessage }) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isActing = root.current?.closest('form')?.contains(document.activeElement) === true;
    if (isActing) root.current?.scrollIntoView({ block: 'nearest' });
  }, [words]);
  return (
    <div
      ref={root}
      role="status"
      className={mergeClasses(
        styles.root,
        words.tone === 'good' && styles.good,
        words.tone === 'bad' && styles.bad,
      )}
    >
      {words.tone === 'good' && (
        <CheckmarkCircle20Filled className={mergeClasses(styles.icon, styles.goodIcon)} />
      )}
      {words.tone === 'bad' && (
        <ErrorCircle20Filled className={mergeClasses(styles.icon, styles.badIcon)} />
      )}
      <span>{words.text}</span>
    </div>
  );
}

interface KeyFieldProps {
  readonly label: string;
  /** The box where the typed key is read and cleared; no React state or attribute holds the key. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly hasKey: boolean;
  readonly error: string | undefined;
}

/**
 * The only place where a key is ever on the page, and only while it is being typed. It is a text
 * box with masked characters rather than a password box, so that it has a role and a name, and so
 * that browsers do not offer to keep the key among passwords.
 */
function KeyField({ label, inputRef, hasKey, error }: KeyFieldProps) {
  const [isShown, setIsShown] = useState(false);

  function keepHidden(event: ClipboardEvent): void {
    if (!isShown) event.preventDefault();
  }

  return (
    <Field label={label} {...validationOf(error)}>
      <KeyInput
        inputRef={inputRef}
        isShown={isShown}
        placeholder={hasKey ? t('Type to replace your key') : t('API key or access token')}
        onCopy={keepHidden}
        onCut={keepHidden}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
            aria-label={isShown ? t('Hide key') : t('Show key')}
            onClick={() => setIsShown(!isShown)}
          />
        }
      />
    </Field>
  );
}

interface AdvancedFieldsProps {
  readonly form: ConnectionForm;
  readonly isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

const FIELDS: readonly (readonly [keyof ServiceAddresses, string])[] = [
  ['attributeUrl', t('Attribute service address')],
  ['modelUrl', t('Model service address')],
];

/** The service's addresses: collapsed, because most people use those they are given. */
function AdvancedFields({ form, isOpen, onToggle }: AdvancedFieldsProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <>
      <Button
        className={styles.toggle}
        appearance="transparent"
        icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onToggle(!isOpen)}
      >
        {t('Advanced')}
      </Button>
      {isOpen && (
        <Stack id={id} gap="M">
          {FIELDS.map(([field, label]) => (
            <Field key={field} label={label} {...validationOf(form.fieldErrors[field])}>
              <Input
                name={field}
                value={form.addresses[field]}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(_event, { value }) => form.setAddress(field, value)}
              />
            </Field>
          ))}
          <Text tone="quiet" isSmall>
            {t(
              'A key works only with the addresses it was entered for. If you change an address, enter the key again.',
            )}
          </Text>
        </Stack>
      )}
    </>
  );
}

interface KeyInputProps extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly isShown: boolean;
}

/**
 * Fluent's text box, except that nothing but the box itself holds what is typed. The original
 * mirrors it into state, and React then mirrors that into the `value` attribute, where anything
 * that reads the page's markup finds it.
 */
export function KeyInput({ inputRef, isShown, ...props }: KeyInputProps) {
  const styles = useStyles();
  const typed = {
    input: isShown ? {} : { className: styles.masked },
    autoComplete: 'off',
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    'data-1p-ignore': '',
    'data-lpignore': 'true',
    ...props,
  };
  const mirrored = useInput_unstable(typed, inputRef as RefObject<HTMLInputElement>);
  const state = {
    ...mirrored,
    input: { ...mirrored.input, value: undefined, onChange: undefined },
  };
  useInputStyles_unstable(state);
  return renderInput_unstable(state);
}
