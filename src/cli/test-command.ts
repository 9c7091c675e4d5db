import {
  createConnectionTest,
  type ConnectionFailure,
  type ConnectionReport,
  type LikelyCause,
} from '../engine/client/connection-test';
import { askAccount } from '../engine/client/gateway-finder';
import { createPooledFetch } from '../node/pooled-fetch';
import { mayBeToken, type PeriodBudget } from '../engine/client/account-summary';
import { countText } from '../engine/language/speech';
import { type CommandPorts, askSecret, hasPerson } from './command-ports';
import { EXIT, type ExitCode } from './exit-code';
import { readConnection, type ConnectionOptions } from './service-connection';

/**
 * Runs `locus test`: looks up one name or, at a gateway, says whose the token is at no cost.
 *
 * @throws UsageError
 */
export async function testConnection(
  options: ConnectionOptions,
  ports: CommandPorts,
): Promise<ExitCode> {
  const { environment, clock, output } = ports;
  const askKey = hasPerson(ports) ? () => askSecret('Key: ', ports) : undefined;
  const connection = await readConnection(options, environment, askKey);
  const { addresses, credential = '' } = connection;
  const { fetch, close } = createPooledFetch({
    connections: 2,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    const account = mayBeToken(credential)
      ? await askAccount(addresses.attributeUrl, credential, { fetch, clock })
      : undefined;
    if (account !== undefined) {
      const { person, team, day, month } = account;
      const of = team === undefined ? '' : ` of ${team}`;
      output.write(`You are signed in to the gateway as ${person}${of}.\n`);
      output.write(`Calls today: ${periodText(day)}; this month: ${periodText(month)}.\n`);
      return EXIT.done;
    }
    const report = await createConnectionTest({ fetch, clock, online: () => true })(connection);
    output.write(`${reportText(report)}\n`);
    return report.kind === 'works' ? EXIT.done : EXIT.usage;
  } finally {
    await close();
  }
}

const TIMEOUT_MS = 15_000;

function periodText({ limit, used, left }: PeriodBudget): string {
  if (limit === undefined || left === undefined) return countText(used);
  return `${countText(used)} of ${countText(limit)}, ${countText(left)} left`;
}

function reportText(report: ConnectionReport): string {
  if (report.kind === 'works') {
    const away = report.isModelServiceAway === true ? ' The model service does not respond.' : '';
    return `The service accepts the key. It responded in ${countText(Math.round(report.elapsedMs))} ms.${away}`;
  }
  const status = report.status === undefined ? '' : ` (status ${String(report.status)})`;
  const cause = report.likelyCause === undefined ? '' : ` ${CAUSES[report.likelyCause]}`;
  return `${FAILURES[report.kind]}${status}.${cause}`;
}

const FAILURES: Readonly<Record<ConnectionFailure, string>> = {
  refused: 'The service rejected the key',
  'out-of-credits': 'The key works, but it is out of credits',
  unreachable: 'Can’t reach the service',
  throttled: 'The service is busy: try again in a moment',
  failed: 'The service did not answer correctly',
};

const CAUSES: Readonly<Record<LikelyCause, string>> = {
  offline: 'Check this computer’s network.',
  blocked: 'Something in between may block it, such as a proxy.',
  'timed-out': 'It did not answer in time.',
  'wrong-address': 'Check its address.',
  untrusted:
    'It has no certificate that is trusted here: check its address, or name its authority’s certificate in NODE_EXTRA_CA_CERTS.',
  'service-error': 'Try again in a moment.',
};
