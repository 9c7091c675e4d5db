import type { MissingPart } from '../device/other-windows';
import type { Problems } from '../functions/problems';
import type { ActivitySnapshot } from '../../engine/lookup';
import type { Connection } from '../../engine/client/connection';
import type { Preferences } from '../device/preferences';
import type { EventLog, LoggedEvent } from './event-log';

/** What the bundle is made of, read when a person asks for it. */
export interface DiagnosticsParts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The host in its own words: application, version, what it supports. */
  readonly host: Readonly<Record<string, string>>;
  readonly page: {
    readonly userAgent: string;
    readonly language: string;
    readonly onLine: boolean;
  };
  readonly connection: Connection;
  readonly isRemembered: boolean;
  readonly defaultAddresses: Connection['addresses'];
  readonly preferences: Preferences;
  /** What the platform lacks for windows to act as one; undefined if even that is unknown. */
  readonly missing: readonly (MissingPart | 'shared budget')[] | undefined;
  readonly activity: ActivitySnapshot;
  readonly problems: Problems;
  readonly stale: number;
  readonly log: EventLog;
}

/**
 * A text for support. It must not contain the key, the places and names that were asked for, cells,
 * or the paths of services: it is not given these, or reduces them to yes or no.
 */
export function diagnosticsText(parts: DiagnosticsParts): string {
  const { connection, defaultAddresses, preferences, activity } = parts;
  return [
    `Locus ${VERSION}, ${new Date(parts.now).toISOString()}`,
    section('Host', parts.host),
    section('Page', {
      browser: parts.page.userAgent,
      language: parts.page.language,
      online: parts.page.onLine,
    }),
    section('Connection', {
      'has a key': connection.credential !== undefined,
      'kept on this device': parts.isRemembered,
      'attribute service': serviceText(
        connection.addresses.attributeUrl,
        defaultAddresses.attributeUrl,
      ),
      'model service': serviceText(connection.addresses.modelUrl, defaultAddresses.modelUrl),
    }),
    section('Settings', { ...preferences }),
    section('Other windows of this device', windowFacts(parts.missing)),
    section('Activity', { ...activity }),
    section('Cells with problems', problemCounts(parts.problems)),
    section('Cells with older values', { cells: parts.stale }),
    ['Last events', ...parts.log.events().map(({ at, event }) => `  ${line(at, event)}`)].join(
      '\n',
    ),
  ].join('\n\n');
}

function section(title: string, facts: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(facts).map(([name, fact]) => `  ${name}: ${factText(fact)}`);
  return [title, ...(lines.length === 0 ? ['  none'] : lines)].join('\n');
}

function factText(fact: unknown): string {
  if (fact === undefined) return '-';
  return typeof fact === 'object' ? JSON.stringify(fact) : String(fact);
}

/** Without these parts of the platform, a window knows less about the others and works alone. */
function windowFacts(missing: DiagnosticsParts['missing']): Record<string, boolean | string> {
  if (missing === undefined) return { 'work together': 'not known' };
  return {
    'work together': missing.length === 0 ? true : 'no, each works by itself',
    ...Object.fromEntries(missing.map((part) => [`has ${part}`, false])),
  };
}

/** A service's address may be confidential, so only its scheme is given. */
function serviceText(address: string, usual: string): string {
  const kind = address === usual ? 'the usual address' : 'an address of their own';
  return `${kind}, ${new URL(address).protocol}//`;
}

function problemCounts(problems: Problems): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of problems.list()) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function line(at: number, event: LoggedEvent): string {
  const time = new Date(at).toISOString();
  switch (event.what) {
    case 'lookup':
    case 'score': {
      const { what, names, outcome, status, tookMs } = event;
      const result = status === undefined ? outcome : `${outcome} ${String(status)}`;
      return `${time} ${what} of ${String(names)}: ${result} in ${String(Math.round(tookMs))} ms`;
    }
    case 'stopped':
      return `${time} stopped: ${event.outcome}`;
    default:
      return `${time} ${event.what}`;
  }
}

/** The version in package.json; a test compares the two. */
export const VERSION = '1.0.0';
