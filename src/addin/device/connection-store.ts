import { ListenerSet } from '../../engine/lookup';
import {
  areSameAddresses,
  type Connection,
  type CredentialFault,
  readCredential,
  type ServiceAddresses,
  toConnection,
} from '../../engine/client/connection';
import type { DeviceStorage } from '../spreadsheet/host';
import { objectOf, oneOf, text } from './json-reader';
import {
  mayPageConnect,
  readServiceAddress,
  type ServiceAddressFault,
} from '../../engine/client/service-address';
import { createStoredRecord, STORED_NAMES } from './stored-record';

/** The connection of this window. It is the only place that holds the credential. */
export interface ConnectionStore {
  /** The same object until something changes. */
  current(): Connection;
  /** Whether this device keeps the connection beyond this session. */
  isRemembered(): boolean;
  /** Saves the whole change, or nothing if any part of it is refused. */
  save(change: ConnectionChange): ConnectionSaving;
  /**
   * Drops the credential and the addresses, here and on the device, and returns to the defaults.
   */
  forget(): void;
  /**
   * Reports every change, and whether another window made it.
   *
   * @returns a function that stops listening.
   */
  subscribe(listener: (isElsewhere: boolean) => void): () => void;
}

export interface ConnectionChange {
  /** As typed. If left out or blank, the current one stays, provided it may go to the addresses. */
  readonly credential?: string;
  /** As typed. An address left out stays, even one that another window has changed. */
  readonly addresses?: Partial<ServiceAddresses>;
  /** If false, the connection is kept in memory only, and the device's copy is removed. */
  readonly shouldRemember: boolean;
}

export type ConnectionSaving =
  | {
      readonly kind: 'saved';
      readonly connection: Connection;
      /**
       * `not-kept`: the device was asked to remember it and would not. It works for this session.
       */
      readonly keptIn: 'memory' | 'device' | 'not-kept';
      /** True if the credential was dropped because an address now points elsewhere. */
      readonly isCredentialDropped: boolean;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly ConnectionFault[] };

export type ConnectionFault =
  | { readonly field: 'credential'; readonly reason: CredentialFault }
  | { readonly field: keyof ServiceAddresses; readonly reason: ServiceAddressFault };

export interface ConnectionStoreOptions {
  readonly storage: DeviceStorage;
  /** Used for addresses that nobody entered. They may change from release to release. */
  readonly defaults: ServiceAddresses;
  /**
   * A key that is not secret, such as a demonstration's. It is valid for the default addresses
   * only, and used from the start if the device remembers no connection.
   */
  readonly demonstrationKey?: string;
}

/** A credential, and the origins it was entered for: it goes to no others. */
interface BoundCredential {
  readonly credential: string;
  readonly attributeOrigin: string;
  readonly modelOrigin: string;
}

interface Version {
  readonly version: 1;
}

const addressesReader = objectOf<ServiceAddresses & Version>({
  version: oneOf(1),
  attributeUrl: text(),
  modelUrl: text(),
});

const credentialReader = objectOf<BoundCredential & Version>({
  version: oneOf(1),
  credential: text(),
  attributeOrigin: text(),
  modelOrigin: text(),
});

interface ConnectionState {
  readonly connection: Connection;
  readonly bound: BoundCredential | undefined;
  readonly isRemembered: boolean;
}

/**
 * Creates the store, with the connection that the device remembers, if any.
 *
 * @throws Error if a default address is neither https nor on this machine.
 */
export function createConnectionStore(options: ConnectionStoreOptions): ConnectionStore {
  const { storage, demonstrationKey } = options;
  const storedAddresses = createStoredRecord(storage, STORED_NAMES.addresses, addressesReader);
  const storedCredential = createStoredRecord(storage, STORED_NAMES.credential, credentialReader);
  const defaults = normalised(options.defaults);
  const listeners = new ListenerSet<[isElsewhere: boolean]>();
  const demonstration =
    demonstrationKey === undefined ? undefined : bind(demonstrationKey, defaults);
  let state = kept() ?? stateOf(defaults, demonstration, false);
  storedAddresses.subscribe(look);
  storedCredential.subscribe(look);

  /**
   * What the device remembers, if anything.
   *
   * @param own this window's credential: it stays if it may go to the addresses and the device
   * remembers no other.
   */
  function kept(own?: BoundCredential): ConnectionState | undefined {
    const addresses = readAddresses(storedAddresses.read());
    const here = addresses ?? defaults;
    const credential = readBound(storedCredential.read());
    if (credential !== undefined && isGoodFor(credential, here)) {
      return stateOf(here, credential, true);
    }
    if (addresses === undefined) return undefined;
    const isOwnGood = own !== undefined && isGoodFor(own, here);
    return stateOf(here, isOwnGood ? own : undefined, !isOwnGood);
  }

  /**
   * Takes over another window's changes. Drops a key that the device no longer remembers, except in
   * the window where the person chose not to remember it.
   */
  function look(isForgotten = false): void {
    const isOwn = !isForgotten && !state.isRemembered;
    const next = kept(isOwn ? state.bound : undefined);
    if (next !== undefined) change(next, true);
    else if (!isOwn) change(stateOf(defaults, undefined, false), true);
  }

  function change(next: ConnectionState, isElsewhere = false): void {
    if (isSameState(state, next)) return;
    state = next;
    listeners.notify(isElsewhere);
  }

  function clearStored(): void {
    storedAddresses.remove();
    storedCredential.remove();
  }

  /** Default addresses are not stored, so that a later release can change them. */
  function store({ connection: { addresses }, bound }: ConnectionState): boolean {
    const isDefault = areSameAddresses(addresses, defaults);
    if (isDefault) storedAddresses.remove();
    const areAddressesKept = isDefault || storedAddresses.write({ version: 1, ...addresses });
    if (bound === undefined) {
      storedCredential.remove();
      return areAddressesKept;
    }
    const isCredentialKept = storedCredential.write({ version: 1, ...bound });
    return isCredentialKept && areAddressesKept;
  }

  return {
    current: () => state.connection,
    isRemembered: () => state.isRemembered,
    save(wanted) {
      look();
      const reading = readChange(wanted, state.connection.addresses, defaults);
      if (reading.kind === 'faulty') return reading;
      const { addresses, credential } = reading;
      const before = state.bound;
      const kept = before !== undefined && isGoodFor(before, addresses) ? before : undefined;
      const bound = credential === undefined ? kept : bind(credential, addresses);
      const next = stateOf(addresses, bound, false);
      if (!wanted.shouldRemember) clearStored();
      const isKept = wanted.shouldRemember && store(next);
      // Half of a connection on the device would later be read as a different one.
      if (wanted.shouldRemember && !isKept) clearStored();
      change({ ...next, isRemembered: isKept });
      return {
        kind: 'saved',
        connection: next.connection,
        keptIn: wanted.shouldRemember ? (isKept ? 'device' : 'not-kept') : 'memory',
        isCredentialDropped: before !== undefined && bound === undefined,
      };
    },
    forget() {
      clearStored();
      change(stateOf(defaults, undefined, false));
    },
    subscribe: listeners.subscribe,
  };
}

function stateOf(
  addresses: ServiceAddresses,
  bound: BoundCredential | undefined,
  isRemembered: boolean,
): ConnectionState {
  return { connection: toConnection(addresses, bound?.credential), bound, isRemembered };
}

type ChangeReading =
  | {
      readonly kind: 'read';
      readonly addresses: ServiceAddresses;
      readonly credential: string | undefined;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly ConnectionFault[] };

/** @param own where the page comes from, if it is on this machine. */
function readChange(
  change: ConnectionChange,
  current: ServiceAddresses,
  own: ServiceAddresses,
): ChangeReading {
  const faults: ConnectionFault[] = [];
  let credential: string | undefined;
  if (change.credential !== undefined) {
    const reading = readCredential(change.credential);
    if (reading.kind === 'credential') credential = reading.credential;
    else if (reading.reason !== 'empty') {
      faults.push({ field: 'credential', reason: reading.reason });
    }
  }
  const addresses = { ...current };
  for (const field of ['attributeUrl', 'modelUrl'] as const) {
    const typed = change.addresses?.[field];
    if (typed === undefined) continue;
    const reading = readServiceAddress(typed);
    if (reading.kind !== 'address') faults.push({ field, reason: reading.reason });
    else if (mayPageConnect(reading.url, own[field])) {
      addresses[field] = reading.url;
    } else faults.push({ field, reason: 'not-https' });
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  return { kind: 'read', addresses, credential };
}

/** Checks the device's copy as strictly as what a person types. */
function readAddresses(stored: ServiceAddresses | undefined): ServiceAddresses | undefined {
  if (stored === undefined) return undefined;
  const attribute = readServiceAddress(stored.attributeUrl);
  const model = readServiceAddress(stored.modelUrl);
  if (attribute.kind !== 'address' || model.kind !== 'address') return undefined;
  return { attributeUrl: attribute.url, modelUrl: model.url };
}

function readBound(stored: BoundCredential | undefined): BoundCredential | undefined {
  const isWhole = stored !== undefined && readCredential(stored.credential).kind === 'credential';
  return isWhole ? stored : undefined;
}

function normalised(addresses: ServiceAddresses): ServiceAddresses {
  const read = readAddresses(addresses);
  if (read !== undefined) return read;
  throw new Error(
    `Addresses must be https or loopback: ${addresses.attributeUrl}, ${addresses.modelUrl}`,
  );
}

function bind(credential: string, addresses: ServiceAddresses): BoundCredential {
  return {
    credential,
    attributeOrigin: new URL(addresses.attributeUrl).origin,
    modelOrigin: new URL(addresses.modelUrl).origin,
  };
}

function isGoodFor(bound: BoundCredential, addresses: ServiceAddresses): boolean {
  const here = bind(bound.credential, addresses);
  return bound.attributeOrigin === here.attributeOrigin && bound.modelOrigin === here.modelOrigin;
}

function isSameState(left: ConnectionState, right: ConnectionState): boolean {
  return (
    left.isRemembered === right.isRemembered &&
    left.bound?.credential === right.bound?.credential &&
    areSameAddresses(left.connection.addresses, right.connection.addresses)
  );
}
