import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import { mayBeToken } from '../../engine/client/account-summary';
import { areSameAddresses, type ServiceAddresses } from '../../engine/client/connection';
import type { ConnectionFault, ConnectionStore } from '../device/connection-store';
import type { ConnectionReport } from '../../engine/client/connection-test';
import type { ShownPrice } from '../spreadsheet/shown-price';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useStoreValue } from '../pane/parts/use-store-value';
import {
  firstTexts,
  keepingMessage,
  faultMessage,
  reportMessage,
  stepTexts,
  type StatusMessage,
} from './connection-messages';

export type ConnectionField = ConnectionFault['field'];

/** What a person sees while changing the connection. It never contains the key. */
export interface ConnectionForm {
  readonly hasKey: boolean;
  /** Whether the key may be a gateway's token. */
  readonly hasToken: boolean;
  readonly shouldRemember: boolean;
  readonly addresses: ServiceAddresses;
  /** Whether the typed addresses differ from those for which the key was saved. */
  readonly isGoingElsewhere: boolean;
  readonly isTesting: boolean;
  readonly status: StatusMessage;
  readonly fieldErrors: Readonly<Partial<Record<ConnectionField, string>>>;
  setShouldRemember(shouldRemember: boolean): void;
  setAddress(field: keyof ServiceAddresses, text: string): void;
  /**
   * Saves what is valid, then tests it. Returns which fields to fix, and whether the typed key was
   * taken.
   */
  saveAndTest(typedKey: string, price: ShownPrice): SaveStep;
  forget(): void;
}

export interface SaveStep {
  readonly isKeyTaken: boolean;
  readonly badFields: readonly ConnectionField[];
}

export type ConnectionFormPorts = Pick<
  PanePorts,
  'activity' | 'connection' | 'testConnection' | 'onCredentialChanged'
>;

export function useConnectionForm(ports: ConnectionFormPorts): ConnectionForm {
  const store = ports.connection;
  const connection = useStoreValue(store);
  // An address that was not typed is the saved one, even if another window saved it.
  const [typed, setTyped] = useState<Partial<ServiceAddresses>>({});
  const addresses = { ...connection.addresses, ...typed };
  const [shouldRemember, setShouldRemember] = useState(() => store.isRemembered());
  const [status, setStatus] = useState<FormStatus>(() => statusAtStart(store));
  const [fieldErrors, setFieldErrors] = useState<ConnectionForm['fieldErrors']>({});
  const [isTesting, setIsTesting] = useState(false);
  const hasKey = connection.credential !== undefined;
  // As of the form's own last step: if they differ, something else set or removed the key.
  const [hadKey, setHadKey] = useState(hasKey);
  // Numbers the steps: a test that a newer step has overtaken reports nothing.
  const step = useRef(0);
  // As the form last saw it. A hidden view hears of no changes.
  const seen = useRef(connection);

  async function test(wasChanged: boolean, afterwards: string, price: ShownPrice): Promise<void> {
    const own = ++step.current;
    const tested = store.current();
    setIsTesting(true);
    setStatus(stepTexts.testing);
    const report = await testSafely(ports, price);
    if (step.current !== own || isChange(tested, store.current())) return;
    setIsTesting(false);
    const words = reportMessage(report);
    const { valuesReceived } = ports.activity.snapshot();
    const failedAt = report.kind === 'works' ? undefined : valuesReceived;
    setStatus({ ...words, text: words.text + afterwards, failedAt });
    if (wasChanged || report.kind === 'works') await notifySafely(ports, report, price);
  }

  function startAnew(words: StatusMessage): void {
    setIsTesting(false);
    setTyped({});
    setShouldRemember(false);
    setFieldErrors({});
    setStatus(words);
  }

  if (hadKey !== hasKey) {
    setHadKey(hasKey);
    if (!hasKey) startAnew(firstTexts.noKey);
  }

  useEffect(() => {
    const look = (isElsewhere: boolean): void => {
      seen.current = store.current();
      if (!isElsewhere) return;
      step.current += 1;
      setIsTesting(false);
      setFieldErrors({});
      setShouldRemember(store.isRemembered());
      if (store.current().credential !== undefined) setStatus(firstTexts.changedElsewhere);
    };
    look(seen.current !== store.current());
    return store.subscribe(look);
  }, [store]);

  const { failedAt } = status;
  useEffect(() => {
    if (failedAt === undefined) return undefined;
    const look = (): void => {
      const { valuesReceived, stoppedBy } = ports.activity.snapshot();
      if (valuesReceived > failedAt && stoppedBy === undefined) setStatus(statusAtStart(store));
    };
    look();
    return ports.activity.subscribe(look);
  }, [failedAt, ports.activity, store]);

  return {
    hasKey,
    hasToken: mayBeToken(connection.credential ?? ''),
    shouldRemember,
    addresses,
    isGoingElsewhere: !areSameAddresses(addresses, connection.addresses),
    isTesting,
    status,
    fieldErrors,
    setShouldRemember(wanted) {
      setShouldRemember(wanted);
      if (store.current().credential === undefined) return;
      // A key in use moves at once: nobody expects it to stay until the next save.
      const saving = store.save({ shouldRemember: wanted });
      if (saving.kind === 'faulty') return;
      if (saving.keptIn === 'not-kept') setShouldRemember(false);
      setStatus(KEEPING[saving.keptIn]);
    },
    setAddress(field, text) {
      setTyped((before) => ({ ...before, [field]: text }));
    },
    saveAndTest(typedKey, price) {
      const before = store.current();
      const saving = store.save({ credential: typedKey, addresses: typed, shouldRemember });
      if (saving.kind === 'faulty') {
        setFieldErrors(errorsOf(saving.faults));
        setStatus(stepTexts.notSaved);
        return { isKeyTaken: false, badFields: saving.faults.map(({ field }) => field) };
      }
      setTyped({});
      setShouldRemember(saving.keptIn === 'device');
      setHadKey(saving.connection.credential !== undefined);
      if (saving.connection.credential === undefined) {
        const words = saving.isCredentialDropped ? stepTexts.keyDropped : stepTexts.keyMissing;
        setFieldErrors({ credential: t('Enter your API key.') });
        setStatus(words);
        return { isKeyTaken: false, badFields: ['credential'] };
      }
      setFieldErrors({});
      void test(isChange(before, saving.connection), keepingMessage(saving), price);
      return { isKeyTaken: true, badFields: [] };
    },
    forget() {
      step.current += 1;
      store.forget();
      setHadKey(false);
      startAnew(stepTexts.forgotten);
    },
  };
}

/** Of a test that failed, how many values had come by then: once more have, it says so no more. */
interface FormStatus extends StatusMessage {
  readonly failedAt?: number | undefined;
}

const KEEPING = {
  device: stepTexts.nowRemembered,
  memory: stepTexts.nowInMemory,
  'not-kept': stepTexts.notKept,
} as const;

function statusAtStart(store: ConnectionStore): StatusMessage {
  if (store.current().credential === undefined) return firstTexts.noKey;
  return store.isRemembered() ? firstTexts.remembered : firstTexts.inMemory;
}

function isChange(before: SavedConnection, after: SavedConnection): boolean {
  return (
    before.credential !== after.credential || !areSameAddresses(before.addresses, after.addresses)
  );
}

type SavedConnection = ReturnType<ConnectionStore['current']>;

function errorsOf(faults: readonly ConnectionFault[]): ConnectionForm['fieldErrors'] {
  return Object.fromEntries(faults.map((fault) => [fault.field, faultMessage(fault)]));
}

/** Returns a report even if the test breaks its promise not to reject. */
async function testSafely(
  ports: ConnectionFormPorts,
  price: ShownPrice,
): Promise<ConnectionReport> {
  try {
    return await ports.testConnection(ports.connection.current(), price);
  } catch {
    return { kind: 'failed' };
  }
}

/** Ignores errors: what follows from a new key is reported elsewhere, not by the form. */
async function notifySafely(
  ports: ConnectionFormPorts,
  report: ConnectionReport,
  price: ShownPrice,
): Promise<void> {
  try {
    await ports.onCredentialChanged(report, price);
  } catch {
    // The affected cells show it.
  }
}
