import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DescribedName } from '../engine/catalogue/catalogue-store';
import { readNames } from '../engine/catalogue/name-import';
import type { ServiceAddresses } from '../engine/client/connection';
import { createNodeClock } from '../node/node-clock';
import type { ProviderKeySource } from './provider-key';

/** What a gateway is configured with in front of the sample service. */
export interface SampleProgram {
  /** The names that it knows, which are offered until an administrator lists others. */
  readonly offeredNames: readonly DescribedName[];
  readonly upstream: ServiceAddresses;
  readonly providerKey: ProviderKeySource;
}

/**
 * Starts the sample service, the program `server.cjs` beside this one. It ends when this process
 * does, even if that is killed, since their channel closes then.
 */
export async function startSampleProgram(addInFolder: string): Promise<SampleProgram> {
  const offeredNames = await namesIn(join(addInFolder, 'assets/sample-catalogue.csv'));
  const child = spawn(process.execPath, [join(__dirname, 'server.cjs')], {
    // It needs none of the gateway's secrets.
    env: { PORT: FIRST_PORT, OPEN_BROWSER: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const port = /:(\d+) /.exec(line)?.[1];
    if (port === undefined) continue;
    const url = `http://127.0.0.1:${port}`;
    return {
      offeredNames,
      upstream: { attributeUrl: url, modelUrl: url },
      providerKey: { kind: 'text', text: SAMPLE_KEY },
    };
  }
  throw new Error('The sample service did not start: set LOCUS_ATTRIBUTE_URL and LOCUS_MODEL_URL.');
}

/** None where the add-in is not built. */
async function namesIn(file: string): Promise<readonly DescribedName[]> {
  const csv = await readFile(file, 'utf8').catch(() => '');
  return (await readNames(csv, { clock: createNodeClock() })).names;
}

/** The same at each start if it is free, so that answers of before are found. */
const FIRST_PORT = '3100';
/** Published in docs/developers/sample-service.md. */
const SAMPLE_KEY = 'locus-demo-key';
