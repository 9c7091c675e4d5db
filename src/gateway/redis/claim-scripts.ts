import { RedisScript } from './redis-script';

/**
 * A claim is a field of `claims`: its holder, when its lease ends, and whether its outcome is
 * unknown. No gateway ever takes over a claim: the service knows nothing of leases.
 */
const CLAIMS = `
local function read(id)
  local text = redis.call('HGET', at('claims'), id)
  if not text then return nil end
  local claim = cjson.decode(text)
  if claim.state == 'asked' and claim['until'] < now then claim.state = 'unknown' end
  return claim
end
local function write(id, claim) redis.call('HSET', at('claims'), id, cjson.encode(claim)) end
`;

/** ARGV: id, holder, lease, model. */
export const CLAIM = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if claim then return claim.state == 'asked' and 'taken' or 'unknown' end
write(ARGV[1], { holder = ARGV[2], state = 'asked', model = ARGV[4], at = now, ['until'] = now + tonumber(ARGV[3]) })
return 'claimed'
`);

/**
 * Renews leases, and restores claims that a server lost with its last writes. ARGV: lease; id,
 * holder and model of each. The model is empty for a call not yet sent, whose claim is not
 * restored: another process may hold it by now.
 */
export const RENEW_CLAIMS = new RedisScript(`${CLAIMS}
for index = 2, #ARGV, 3 do
  local text = redis.call('HGET', at('claims'), ARGV[index])
  local claim = text and cjson.decode(text)
    or (ARGV[index + 2] ~= '' and { holder = ARGV[index + 1], state = 'asked', model = ARGV[index + 2], at = now })
  if claim and claim.holder == ARGV[index + 1] and claim.state == 'asked' then
    claim['until'] = now + tonumber(ARGV[1])
    write(ARGV[index], claim)
  end
end
return 1
`);

/** ARGV: id, holder, lease. */
export const MAY_LEAVE = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if not claim or claim.holder ~= ARGV[2] or claim.state ~= 'asked' then return 0 end
claim['until'] = now + tonumber(ARGV[3])
write(ARGV[1], claim)
return 1
`);

/** ARGV: id, holder, end, channel. */
export const END_CLAIM = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if claim and claim.holder == ARGV[2] then
  if ARGV[3] == 'known' then
    redis.call('HDEL', at('claims'), ARGV[1])
  else
    claim.state = 'unknown'
    write(ARGV[1], claim)
  end
end
redis.call('PUBLISH', ARGV[4], ARGV[1])
return 1
`);

/** ARGV: id. */
export const CLAIM_STATE = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
return claim and claim.state or 'gone'
`);

export const UNKNOWN_CLAIMS = new RedisScript(`${CLAIMS}
local found = {}
for _, id in ipairs(redis.call('HKEYS', at('claims'))) do
  local claim = read(id)
  if claim.state == 'unknown' then table.insert(found, cjson.encode({ id = id, model = claim.model, at = claim.at })) end
end
return found
`);

/** ARGV: id. */
export const ASK_AGAIN = new RedisScript(`${CLAIMS}
local claim = read(ARGV[1])
if not claim or claim.state ~= 'unknown' then return 0 end
return redis.call('HDEL', at('claims'), ARGV[1])
`);
