import { t } from '../../engine/language/speech';
import type { ConnectionFault, ConnectionSaving } from '../device/connection-store';
import type { CredentialFault } from '../../engine/client/connection';
import type { ServiceAddressFault } from '../../engine/client/service-address';
import type {
  ConnectionNotWorking,
  ConnectionReport,
  LikelyCause,
} from '../../engine/client/connection-test';
import { durationText, elapsedText } from '../pane/parts/figure-text';

/** The text of the status region: what happened and, if possible, what to do. */
export interface StatusMessage {
  readonly tone: 'neutral' | 'good' | 'bad';
  readonly text: string;
}

export function reportMessage(report: ConnectionReport): StatusMessage {
  switch (report.kind) {
    case 'works':
      if (report.isModelServiceAway === true) {
        return bad(
          t(
            'Attributes work, but the model service isn’t responding. Check its address under Advanced.',
          ),
        );
      }
      return good(
        t('Connected. The service responded in {elapsed}.', {
          elapsed: elapsedText(report.elapsedMs),
        }),
      );
    case 'refused':
      return bad(
        t(
          'The service rejected this key{status}. Make sure you copied all of it, or ask for a new one.',
          { status: statusText(report.status) },
        ),
      );
    case 'out-of-credits':
      return bad(
        t(
          'Your key works, but you’re out of credits{status}. Add credits, then select Save and test.',
          { status: statusText(report.status) },
        ),
      );
    case 'throttled':
      return bad(
        t('Your key is saved, but the service is busy{status}. Try again in {duration}.', {
          status: statusText(report.status),
          duration: durationText(report.retryAfterMs ?? A_MINUTE_MS),
        }),
      );
    case 'unreachable':
      return bad(
        t('Can’t reach the service. {unreachable}', {
          unreachable: UNREACHABLE[report.likelyCause ?? 'blocked'],
        }),
      );
    case 'failed':
      return bad(failedText(report));
  }
}

export function faultMessage(fault: ConnectionFault): string {
  return fault.field === 'credential'
    ? CREDENTIAL_FAULTS[fault.reason]
    : ADDRESS_FAULTS[fault.reason];
}

/** What to add if the connection could not be kept where the person wanted. */
export function keepingMessage(saving: ConnectionSaving): string {
  return saving.kind === 'saved' && saving.keptIn === 'not-kept'
    ? t(' This device couldn’t save the key, so it works until you close Locus.')
    : '';
}

export const firstTexts = {
  noKey: neutral(t('Enter your API key, then select Save and test.')),
  noToken: neutral(t('Paste your access token, then select Save and test.')),
  remembered: neutral(t('Your key is saved on this device.')),
  changedElsewhere: neutral(t('The connection was changed in another window.')),
  inMemory: neutral(t('Your key is kept until you close Locus.')),
} as const;

export const stepTexts = {
  testing: neutral(t('Testing…')),
  keyMissing: bad(t('Enter your API key first.')),
  keyDropped: bad(
    t(
      'Addresses saved. Enter your key again: Locus doesn’t send a key to an address it wasn’t entered for.',
    ),
  ),
  notSaved: bad(t('Not saved. Fix the highlighted fields.')),
  forgotten: neutral(t('Key and addresses removed from this device.')),
  nowRemembered: neutral(t('Your key is now saved on this device.')),
  nowInMemory: neutral(
    t('Your key is no longer saved on this device. It works until you close Locus.'),
  ),
  notKept: bad(t('This device couldn’t save the key. It works until you close Locus.')),
} as const;

const A_MINUTE_MS = 60_000;

const UNREACHABLE: Readonly<Record<LikelyCause, string>> = {
  offline: t('You seem to be offline. Check your network and try again.'),
  blocked: t(
    'A proxy or firewall may be blocking it, or the service may not allow requests from add-ins (CORS). Check the address under Advanced, or ask your IT team for the address of a Locus gateway.',
  ),
  'timed-out': t('It took too long to respond. Try again.'),
  'wrong-address': t(
    'Nothing responds at its address. Check it under Advanced, or ask your service provider.',
  ),
  untrusted: t(
    'Its certificate isn’t trusted. Check the address under Advanced, or ask your administrator.',
  ),
  'service-error': t('The service has a problem. Try again in a few minutes.'),
};

const CREDENTIAL_FAULTS: Readonly<Record<CredentialFault, string>> = {
  empty: t('Enter your API key.'),
  'has-break': t('Keys don’t contain spaces or line breaks. Copy just the key and paste it again.'),
  'not-latin': t(
    'This contains a character that keys don’t have, such as a curly quote. Copy the key from its source again.',
  ),
  'too-long': t('This is too long for a key.'),
};

const ADDRESS_FAULTS: Readonly<Record<ServiceAddressFault, string>> = {
  empty: t('Enter an address.'),
  malformed: t('Enter the full address, such as https://api.example.com'),
  'not-https': t('To keep your key private, use https://, or http://localhost on this computer.'),
  'has-user': t('Remove the name or password before the @.'),
  'has-query': t('Remove the question mark and everything after it.'),
  'has-fragment': t('Remove the # and everything after it.'),
};

function failedText({ status, likelyCause }: ConnectionNotWorking): string {
  switch (likelyCause) {
    case 'wrong-address':
      return t(
        'Something responds at this address, but it isn’t the service{status}. Check the address under Advanced.',
        { status: statusText(status) },
      );
    case 'service-error':
      return t(
        'Your key is saved, but the service has a problem{status}. Try again in a few minutes.',
        { status: statusText(status) },
      );
    default:
      return t(
        'Your key is saved, but the service rejected the test{status}. Check the addresses under Advanced, or ask your service provider.',
        { status: statusText(status) },
      );
  }
}

function statusText(status: number | undefined): string {
  return status === undefined ? '' : t(' (status {status})', { status: String(status) });
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
