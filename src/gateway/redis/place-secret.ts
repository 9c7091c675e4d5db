import { randomBytes } from 'node:crypto';
import { createConcealment } from '../../node/concealment';
import type { Conceal } from '../../node/concealment';
import { StoreDown } from '../state/store-down';
import { ACCOUNT_SLOT } from './redis-connection';
import type { RedisConnection } from './redis-connection';
import { RedisScript } from './redis-script';

export interface AgreedSecret {
  readonly conceal: Conceal;
  /** Gives it to a store that was emptied, before a gateway starts that does not know it. */
  storeAgain(this: void): void;
}

/**
 * Agrees with the other gateways on the secret that conceals places in the store. With different
 * secrets they would store a place under different keys and buy each score twice, so each gateway
 * checks a value derived from its secret against the stored one.
 *
 * @param given a secret that the store never sees; undefined: one that the store keeps.
 * @throws StoreDown if the other gateways use another secret.
 */
export async function agreeOnSecret(
  connection: RedisConnection,
  given: string | undefined,
): Promise<AgreedSecret> {
  const [kept = '', agreed = ''] = (await connection.run(KNOWN, ACCOUNT_SLOT)) as string[];
  const isLeftBehind = kept !== '' && kept === given;
  if (isLeftBehind) await connection.run(FORGET, ACCOUNT_SLOT);
  const keepsOwn = kept !== '' && !isLeftBehind;
  if (given === undefined ? !keepsOwn && agreed !== '' : keepsOwn) throw new StoreDown(DIFFERENT);
  const secret = given ?? String(await connection.run(KEEP, ACCOUNT_SLOT, newSecret()));
  const conceal = createConcealment(Buffer.from(secret));
  const check = conceal('secret');
  if (String(await connection.run(CHECK, ACCOUNT_SLOT, check)) !== check) {
    throw new StoreDown(DIFFERENT);
  }
  const storeAgain = (): void => {
    if (given === undefined) connection.run(KEEP, ACCOUNT_SLOT, secret).catch(() => undefined);
    connection.run(CHECK, ACCOUNT_SLOT, check).catch(() => undefined);
  };
  connection.onConnected(storeAgain);
  return { conceal, storeAgain };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

const DIFFERENT =
  'The store knows its places by another secret: give each gateway the same LOCUS_SHARED_SECRET, or none.';

/** The store's own secret, and the value that checks all secrets; "" where there is none. */
const KNOWN = new RedisScript(`
return { redis.call('GET', at('secret')) or '', redis.call('GET', at('secret-check')) or '' }
`);

/** Keeps a secret unless one is kept already. ARGV: the new secret. */
const KEEP = new RedisScript(`
redis.call('SET', at('secret'), ARGV[1], 'NX')
return redis.call('GET', at('secret'))
`);

/** Earlier versions stored the secret that they were given. */
const FORGET = new RedisScript(`
return redis.call('DEL', at('secret'))
`);

/** ARGV: a fixed text, concealed with the gateway's secret. */
const CHECK = new RedisScript(`
redis.call('SET', at('secret-check'), ARGV[1], 'NX')
return redis.call('GET', at('secret-check'))
`);
