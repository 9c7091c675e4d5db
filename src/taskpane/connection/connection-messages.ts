import type { ConnectionRefusal, ConnectionSaving } from '../../settings/connection-store';
import type { CredentialRefusal } from '../../settings/credential';
import type { ServiceAddressRefusal } from '../../settings/service-address';
import type {
  ConnectionNotWorking,
  ConnectionReport,
  LikelyCause,
} from '../../settings/connection-report';
import { durationText, elapsedText } from '../figure-text';

/** What the status region says: what happened and, where something can be done, what. */
export interface StatusMessage {
  readonly tone: 'neutral' | 'good' | 'bad';
  readonly text: string;
}

export function reportMessage(report: ConnectionReport): StatusMessage {
  switch (report.kind) {
    case 'works':
      if (report.isModelServiceAway === true) {
        return bad(
          'Attributes work. The model service does not answer: check its address under Advanced.',
        );
      }
      return good(`It works. The service answered in ${elapsedText(report.elapsedMs)}.`);
    case 'refused':
      return bad(
        `The service refused this key${statusText(report.status)}. Check that you copied all of it, or ask whoever gave it to you for a new one.`,
      );
    case 'out-of-credits':
      return bad(
        `The key is right, but it has no credits left${statusText(report.status)}. Add credits, then press “Save and test” again.`,
      );
    case 'throttled':
      return bad(
        `The service is busy${statusText(report.status)}. The key is saved; press “Save and test” again in ${durationText(report.retryAfterMs ?? A_MINUTE_MS)}.`,
      );
    case 'unreachable':
      return bad(`The service cannot be reached. ${UNREACHABLE[report.likelyCause ?? 'blocked']}`);
    case 'failed':
      return bad(failedText(report));
  }
}

export function refusalMessage(refusal: ConnectionRefusal): string {
  return refusal.field === 'credential'
    ? CREDENTIAL_REFUSALS[refusal.reason]
    : ADDRESS_REFUSALS[refusal.reason];
}

/** What to add about where the connection is kept, if anything went otherwise than asked. */
export function keepingMessage(saving: ConnectionSaving): string {
  return saving.kind === 'saved' && saving.keptIn === 'not-kept'
    ? ' This device would not keep the key, so it is good until you close Locus.'
    : '';
}

export const firstTexts = {
  noKey: neutral('Enter your API key, then press “Save and test”.'),
  remembered: neutral('A key is saved on this device.'),
  changedElsewhere: neutral('The connection was changed in another window.'),
  inMemory: neutral('A key is in use until you close Locus.'),
} as const;

export const stepTexts = {
  testing: neutral('Testing…'),
  keyMissing: bad('Enter your API key first.'),
  keyDropped: bad(
    'The addresses are saved. Enter the key again: it was given for another address and is not sent to a new one.',
  ),
  notSaved: bad('Nothing was saved. Check what is marked.'),
  forgotten: neutral('The key and the addresses are forgotten, here and on this device.'),
  nowRemembered: neutral('The key is now kept on this device.'),
  nowInMemory: neutral('The key is no longer on this device. It is good until you close Locus.'),
  notKept: bad('This device would not keep the key. It is good until you close Locus.'),
} as const;

const A_MINUTE_MS = 60_000;

const UNREACHABLE: Readonly<Record<LikelyCause, string>> = {
  offline: 'This device seems to be offline. Check the network, then test again.',
  blocked:
    'Something between here and the service is in the way: a company proxy or firewall, or a service that does not let add-ins call it (CORS). Check the address under Advanced, or ask your IT team for the address of a Locus gateway.',
  'timed-out': 'No reply came in time. The network or the service may be slow; test again.',
  'wrong-address':
    'Nothing answers at its address. Check it under Advanced, or ask whoever runs the service.',
  'service-error': 'The service has a problem of its own. Test again in a few minutes.',
};

const CREDENTIAL_REFUSALS: Readonly<Record<CredentialRefusal, string>> = {
  empty: 'Enter your API key.',
  'has-break': 'A key has no spaces or line breaks inside. Copy it again, on its own.',
  'not-latin':
    'There is a character in it that no key has, such as a curly quote. Copy it again from where you got it.',
  'too-long': 'This is too long to be a key.',
};

const ADDRESS_REFUSALS: Readonly<Record<ServiceAddressRefusal, string>> = {
  empty: 'Enter an address.',
  malformed: 'Write the whole address, such as https://api.example.com',
  'not-https': 'The address must start with https://, so that nobody can read your key on the way.',
  'has-user': 'Leave out the name or password before the @.',
  'has-query': 'Leave out the question mark and what follows it.',
  'has-fragment': 'Leave out the # and what follows it.',
};

function failedText({ status, likelyCause }: ConnectionNotWorking): string {
  switch (likelyCause) {
    case 'wrong-address':
      return `Something answers there, but not as the service does${statusText(status)}. Check the address under Advanced.`;
    case 'service-error':
      return `The service has a problem of its own${statusText(status)}. The key is saved; test again in a few minutes.`;
    default:
      return `The service would not take the test${statusText(status)}. The key is saved; check the addresses under Advanced, or ask whoever runs the service.`;
  }
}

function statusText(status: number | undefined): string {
  return status === undefined ? '' : ` (status ${String(status)})`;
}

function neutral(text: string): StatusMessage {
  return { tone: 'neutral', text };
}

function good(text: string): StatusMessage {
  return { tone: 'good', text };
}

function bad(text: string): StatusMessage {
  return { tone: 'bad', text };
}
