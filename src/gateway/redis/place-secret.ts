import { randomBytes } from 'node:crypto';
import { createConcealment } from '../../node/concealment';
import type { Conceal } from '../../node/concealment';
import { StoreDown } from '../state/store-down';
import { ACCOUNT_SLOT } from './redis-connection';
import type { RedisConnection } from './redis-connection';
import { RedisScript } from './redis-script';

/**
 * By which names the store knows places. Gateways with different secrets would know them by
 * different ones, and buy each score twice: so all show a value that is made of theirs.
 *
 * @param given a secret that the store is never told; undefined: one that it keeps itself.
 * @throws StoreDown if others have another secret.
 */
export async function agreeOnSecret(
  connection: RedisConnection,
  given: string | undefined,
): Promise<Conceal> {
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
  // A store that comes back empty gets both again, before gateways start that know neither.
  connection.onConnected(() => {
    if (given === undefined) connection.run(KEEP, ACCOUNT_SLOT, secret).catch(() => undefined);
    connection.run(CHECK, ACCOUNT_SLOT, check).catch(() => undefined);
  });
  return conceal;
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

const DIFFERENT =
  'The store knows its places by another secret: give each gateway the same LOCUS_SHARED_SECRET, or none.';

/** The store's own secret, and what all secrets were checked by; "" for none. */
const KNOWN = new RedisScript(`
return { redis.call('GET', at('secret')) or '', redis.call('GET', at('secret-check')) or '' }
`);

/** ARGV: a new one. */
const KEEP = new RedisScript(`
redis.call('SET', at('secret'), ARGV[1], 'NX')
return redis.call('GET', at('secret'))
`);

/** Earlier versions wrote down what they were given. */
const FORGET = new RedisScript(`
return redis.call('DEL', at('secret'))
`);

/** ARGV: what a gateway's secret makes of a text that all know. */
const CHECK = new RedisScript(`
redis.call('SET', at('secret-check'), ARGV[1], 'NX')
return redis.call('GET', at('secret-check'))
`);
