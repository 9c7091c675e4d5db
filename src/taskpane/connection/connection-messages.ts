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
          'Attributes work, but the model service isn’t responding. Check its address under Advanced.',
        );
      }
      return good(`Connected. The service responded in ${elapsedText(report.elapsedMs)}.`);
    case 'refused':
      return bad(
        `The service refused this key${statusText(report.status)}. Make sure you copied all of it, or ask for a new one.`,
      );
    case 'out-of-credits':
      return bad(
        `Your key works, but it’s out of credits${statusText(report.status)}. Add credits, then select Save and test.`,
      );
    case 'throttled':
      return bad(
        `Your key is saved, but the service is busy${statusText(report.status)}. Try again in ${durationText(report.retryAfterMs ?? A_MINUTE_MS)}.`,
      );
    case 'unreachable':
      return bad(`Can’t reach the service. ${UNREACHABLE[report.likelyCause ?? 'blocked']}`);
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
    ? ' This device couldn’t save the key, so it works until you close Locus.'
    : '';
}

export const firstTexts = {
  noKey: neutral('Enter your API key, then select Save and test.'),
  remembered: neutral('Your key is saved on this device.'),
  changedElsewhere: neutral('The connection was changed in another window.'),
  inMemory: neutral('Your key works until you close Locus.'),
} as const;

export const stepTexts = {
  testing: neutral('Testing…'),
  keyMissing: bad('Enter your API key first.'),
  keyDropped: bad(
    'Addresses saved. Enter your key again: Locus doesn’t send a key to an address it wasn’t entered for.',
  ),
  notSaved: bad('Not saved. Fix the highlighted fields.'),
  forgotten: neutral('Key and addresses removed from this device.'),
  nowRemembered: neutral('Your key is now saved on this device.'),
  nowInMemory: neutral(
    'Your key is no longer saved on this device. It works until you close Locus.',
  ),
  notKept: bad('This device couldn’t save the key. It works until you close Locus.'),
} as const;

const A_MINUTE_MS = 60_000;

const UNREACHABLE: Readonly<Record<LikelyCause, string>> = {
  offline: 'You seem to be offline. Check your network and try again.',
  blocked:
    'A proxy or firewall may be blocking it, or the service may not allow requests from add-ins (CORS). Check the address under Advanced, or ask your IT team for the address of a Locus gateway.',
  'timed-out': 'It took too long to respond. Try again.',
  'wrong-address':
    'Nothing responds at its address. Check it under Advanced, or ask your service provider.',
  'service-error': 'The service has a problem. Try again in a few minutes.',
};

const CREDENTIAL_REFUSALS: Readonly<Record<CredentialRefusal, string>> = {
  empty: 'Enter your API key.',
  'has-break': 'Keys don’t contain spaces or line breaks. Copy just the key and paste it again.',
  'not-latin':
    'This contains a character that keys don’t have, such as a curly quote. Copy the key from its source again.',
  'too-long': 'This is too long for a key.',
};

const ADDRESS_REFUSALS: Readonly<Record<ServiceAddressRefusal, string>> = {
  empty: 'Enter an address.',
  malformed: 'Enter the full address, such as https://api.example.com',
  'not-https': 'The address must start with https:// to keep your key private.',
  'has-user': 'Remove the name or password before the @.',
  'has-query': 'Remove the question mark and everything after it.',
  'has-fragment': 'Remove the # and everything after it.',
};

function failedText({ status, likelyCause }: ConnectionNotWorking): string {
  switch (likelyCause) {
    case 'wrong-address':
      return `This address responds, but not like the service${statusText(status)}. Check the address under Advanced.`;
    case 'service-error':
      return `Your key is saved, but the service has a problem${statusText(status)}. Try again in a few minutes.`;
    default:
      return `Your key is saved, but the service rejected the test${statusText(status)}. Check the addresses under Advanced, or ask your service provider.`;
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
