import { join } from 'node:path';
import { visibleText } from '../engine/language/visible-text';
import { runCommand } from './command-line';
import { readConfiguration } from './configuration';
import { ConfigurationError } from './configuration-error';
import { recoverAdministrator } from './first-administrator';
import { startGateway } from './gateway';
import { startSampleProgram } from './sample-program';
import { useProxy } from '../node/proxy';
import { isOfCommit } from './state/durable-writes';

/**
 * `npx locus-gateway`, `npm run gateway`, or `node build/gateway.cjs`; configured as
 * docs/administrators/reference.md says. With arguments it administers a running gateway.
 */
async function main(): Promise<void> {
  // What it writes is for this user alone, in a folder that was made for more, too.
  process.umask(0o077);
  // Node would open its inspector, which shows every secret to anyone who can connect to this machine.
  process.on('SIGUSR1', () => {});
  useProxy();
  const args = process.argv.slice(2);
  const shared = sharedOf(args);
  if (args.length > 0 && shared === undefined) {
    const write = (line: string): void => console.log(visibleText(line));
    const complain = (line: string): void => console.error(visibleText(line));
    const recover = (): Promise<string> => recoverAdministrator(readConfiguration(process.env));
    process.exitCode = await runCommand(args, {
      environment: process.env,
      write,
      complain,
      recover,
    });
    return;
  }
  // The files to serve lie beside this one, wherever it is started.
  const files = { DIST_DIR: join(__dirname, '../dist'), ADMIN_DIST_DIR: join(__dirname, 'admin') };
  const given = shared === undefined ? {} : { LOCUS_SHARED: shared };
  const configuration = readConfiguration({ ...files, ...process.env, ...given });
  // Neither child processes nor later readers of this environment need these secrets.
  delete process.env['LOCUS_PROVIDER_KEY'];
  delete process.env['LOCUS_ADMIN_TOKEN'];
  delete process.env['LOCUS_OIDC_CLIENT_SECRET'];
  delete process.env['LOCUS_WEBHOOK_URL'];
  delete process.env['LOCUS_WEBHOOK_SECRET'];
  delete process.env['LOCUS_SHARED'];
  delete process.env['LOCUS_SHARED_PASSWORD'];
  delete process.env['LOCUS_SHARED_SECRET'];
  for (const name of configuration.unused) {
    console.error(`${name} is set, but the gateway doesn’t use it.`);
  }
  const { upstream, addInFolder } = configuration;
  const sample = upstream === undefined ? await startSampleProgram(addInFolder) : {};
  const gateway = await startGateway({ ...configuration, ...sample });
  if (gateway.newToken !== undefined) {
    console.log(`administrator's token, shown only now: ${gateway.newToken}`);
  }
  if (configuration.upstream === undefined) {
    console.log('upstream: the sample service (set LOCUS_ATTRIBUTE_URL and LOCUS_MODEL_URL)');
  }
  console.log(visibleText(`people: ${gateway.people}`));
  console.log(visibleText(`administrators: ${gateway.administrators}`));
  let complaint = '';
  const rereading = setInterval(() => {
    try {
      gateway.readFiles();
      complaint = '';
    } catch (error) {
      // The previous files still count. Each problem is printed once.
      if (messageOf(error) !== complaint) console.error((complaint = messageOf(error)));
    }
  }, REREAD_MS);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    clearInterval(rereading);
    gateway.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(messageOf(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // `npm run gateway` is gone, perhaps killed: nothing else would end this process.
  process.on('disconnect', stop);
}

/** The address after `--shared`, which starts a gateway rather than administers one. */
function sharedOf([first = '', second = '', ...rest]: readonly string[]): string | undefined {
  const given = /^--shared(?:=(.*))?$/.exec(first);
  if (given === null) return undefined;
  const own = given[1];
  const address = own ?? second;
  // The machine's list of processes would show it.
  if (/\/\/[^/@]*:[^/@]+@/.test(address)) {
    throw new ConfigurationError('Give the password in LOCUS_SHARED_PASSWORD, not in --shared.');
  }
  const isWhole = own === undefined ? rest.length === 0 : second === '';
  if (address !== '' && isWhole) return address;
  throw new ConfigurationError('--shared needs one address, such as redis://127.0.0.1:6379.');
}

function messageOf(error: unknown): string {
  return visibleText(error instanceof Error ? error.message : 'The gateway could not start.');
}

/** How soon a new key, or a renewed certificate, counts. */
const REREAD_MS = 2000;

// A full disk must not end the gateway; whatever wanted to write is told so.
process.on('unhandledRejection', (error) => {
  if (!isOfCommit(error)) throw error;
});

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
