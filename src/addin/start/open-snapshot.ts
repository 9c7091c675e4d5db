import { randomHex } from '../device/device-salt';
import type { Problems } from '../functions/problems';
import type { AnswerStore, CallKind, Clock, Engine, LookupErrorCode } from '../../engine/lookup';
import type { ConnectionStore } from '../device/connection-store';
import { createSavingConsent } from '../device/saving-consent';
import type { WorkbookStore } from '../workbook/workbook-store';
import { createWorkbookSnapshot, type WorkbookSnapshot } from '../workbook/workbook-snapshot';
import type { Host } from '../spreadsheet/host';
import type { WorkbookAnswers } from '../spreadsheet/workbook-answers';
import { askAgainFor } from './ask-again';
import type { UsedAnswers } from './used-answers';
import { createWorkbookAnswers } from './answers-saving';
import type { ServiceAddresses } from '../../engine/client/connection';
import type { SnapshotService } from '../workbook/answer-table';
import { fingerprint } from '../workbook/question-fingerprint';

/** The open workbook's answers: for the engine, and for the pane. */
export interface OpenSnapshot {
  readonly store: AnswerStore;
  readonly answers: WorkbookAnswers;
}

export interface SnapshotParts {
  readonly host: Pick<
    Host,
    'parts' | 'cells' | 'storage' | 'defaultAddresses' | 'demonstrationKey'
  >;
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'activity'>;
  readonly connection: Pick<ConnectionStore, 'current'>;
  readonly problems: Problems;
  /** The workbook's own settings. */
  readonly options: WorkbookStore;
  readonly used: UsedAnswers;
}

export function openSnapshot(core: SnapshotParts): OpenSnapshot {
  const { host, clock, connection, used } = core;
  const snapshot = createWorkbookSnapshot({
    parts: host.parts,
    clock,
    credential: () => connection.current().credential,
    reader() {
      const { addresses, credential } = connection.current();
      const { isSample } = snapshotService('lookup', addresses, host);
      return { hasKey: credential !== undefined, usesSample: isSample };
    },
  });
  helpThoseWithoutKey(snapshot, core);
  return {
    store: {
      read: (keys) => snapshot.find(keys),
      // Only a person decides what is written into a workbook.
      write: () => Promise.resolve(),
      clear: () => Promise.resolve(),
      size() {
        const { answers, bytes } = snapshot.current();
        return Promise.resolve({ answers, bytes });
      },
    },
    answers: createWorkbookAnswers({
      snapshot,
      used,
      options: core.options,
      activity: core.engine.activity,
      cells: host.cells,
      clock,
      consent: createSavingConsent(host.storage, randomHex),
      opened: () => host.parts.opened(),
      serviceOf: (kind, { addresses }) => snapshotService(kind, addresses, host),
    }),
  };
}

/**
 * No cell waits for a workbook that is slow, or that cannot be read while somebody types in it.
 * Once the workbook has been read, the cells that lacked a key are asked again.
 */
function helpThoseWithoutKey(
  snapshot: WorkbookSnapshot,
  { host, clock, problems }: SnapshotParts,
): void {
  let wasRead = false;
  let triesLeft = MOST_TRIES;
  snapshot.subscribe(() => {
    const { reading, answers } = snapshot.current();
    if (reading.kind === 'failed' && triesLeft > 0) {
      triesLeft -= 1;
      clock.schedule(AGAIN_MS, () => void snapshot.whenRead());
    }
    const isRead = reading.kind === 'read' && answers > 0;
    const isNew = isRead && !wasRead;
    wasRead = isRead;
    if (!isNew) return;
    void askAgainFor(LACKING, problems, host.cells);
  });
}

const LACKING: ReadonlySet<LookupErrorCode> = new Set(['no-key']);
const AGAIN_MS = 10_000;
/** A limit, because a host that has no parts will not have them in an hour either. */
const MOST_TRIES = 30;

/**
 * What a workbook says about the service at an address: an id that distinguishes it and, for the
 * default address only, its host name. An address that a person entered stays private.
 */
function snapshotService(
  kind: CallKind,
  addresses: ServiceAddresses,
  host: Pick<Host, 'defaultAddresses' | 'demonstrationKey'>,
): SnapshotService {
  const address = addressOf(kind, addresses);
  const isUsual = address === addressOf(kind, host.defaultAddresses);
  const isSample = isUsual && host.demonstrationKey !== undefined;
  return {
    id: fingerprint(`service\n${address}`),
    name: isUsual && !isSample ? hostName(address) : '',
    isSample,
  };
}

function addressOf(kind: CallKind, { attributeUrl, modelUrl }: ServiceAddresses): string {
  return kind === 'lookup' ? attributeUrl : modelUrl;
}

function hostName(address: string): string {
  return new URL(address).hostname.toLowerCase();
}
