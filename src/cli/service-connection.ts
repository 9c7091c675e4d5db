import { readFileSync } from 'node:fs';
import {
  type Connection,
  type CredentialFault,
  readCredential,
  toConnection,
} from '../engine/client/connection';
import { readServiceAddress } from '../engine/client/service-address';
import { systemFault, UsageError } from './exit-code';

export interface ConnectionOptions {
  /** The address of both interfaces. */
  readonly service?: string;
  readonly attributeService?: string;
  readonly modelService?: string;
  readonly keyFile?: string;
}

/**
 * Reads the service's addresses and the key. A key is never an argument, because the list of
 * processes shows arguments to everyone.
 *
 * @param askKey asks a person for it; undefined if there is nobody to ask.
 * @throws UsageError
 */
export async function readConnection(
  options: ConnectionOptions,
  environment: NodeJS.ProcessEnv,
  askKey: (() => Promise<string>) | undefined,
): Promise<Connection> {
  const both = options.service ?? environment['LOCUS_SERVICE'];
  const attributes = options.attributeService ?? both ?? environment['LOCUS_ATTRIBUTE_URL'];
  const models = options.modelService ?? both ?? environment['LOCUS_MODEL_URL'];
  // A run that uses only one of the two addresses need not name the other.
  const addresses = {
    attributeUrl: addressOf(attributes ?? models),
    modelUrl: addressOf(models ?? attributes),
  };
  const text = await keyText(options, environment, askKey);
  const reading = readCredential(text);
  if (reading.kind === 'faulty') throw new UsageError(KEY_FAULTS[reading.reason]);
  return toConnection(addresses, reading.credential);
}

const KEY_FAULTS: Readonly<Record<CredentialFault, string>> = {
  empty: 'There is no key. Set LOCUS_KEY, or name a file that holds it with --key-file.',
  'has-break': 'The key has a space or a line break in it. Copy it again.',
  'not-latin': 'The key has a character that no key can have. Copy it again.',
  'too-long': 'The key is too long. Check that the file holds the key alone.',
};

async function keyText(
  { keyFile }: ConnectionOptions,
  environment: NodeJS.ProcessEnv,
  askKey: (() => Promise<string>) | undefined,
): Promise<string> {
  if (keyFile !== undefined) {
    try {
      return readFileSync(keyFile, 'utf8');
    } catch (error) {
      throw new UsageError(systemFault(error, keyFile, 'read').message);
    }
  }
  const given = environment['LOCUS_KEY'];
  // No child process needs the key.
  delete environment['LOCUS_KEY'];
  return given ?? (await askKey?.()) ?? '';
}

function addressOf(text: string | undefined): string {
  if (text === undefined) {
    throw new UsageError('Say where the service is: --service URL, or LOCUS_SERVICE.');
  }
  const reading = readServiceAddress(text);
  if (reading.kind === 'address') return reading.url;
  throw new UsageError(
    reading.reason === 'not-https'
      ? `${text} would send your key unencrypted. Use an https address.`
      : `${text} isn’t an address like https://data.example.com.`,
  );
}
