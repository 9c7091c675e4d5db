import { RedisScript } from './redis-script';

/**
 * Each day and month has a hash of counts: `SCOPE r` reserved, `SCOPE b` booked, `SCOPE c` charged,
 * `SCOPE p` the price of booked calls and `SCOPE q` of reserved ones. A call is stored as
 * `call:ID`; `open` lists the calls in flight by when their leases end. An ID begins with its
 * gateway's and a space. `lines` holds, for each gateway and team whose calls found no room, when
 * it counts as gone, how many calls wait there, and the team's weight. `turns` tells when each
 * gateway's latest call was reserved; `round`, the round of the latest call; `rounds`, in which
 * round each team's next turn is; `taken`, how many calls each has made in its turn.
 */
export const LEDGER = `
local function dayOf(ms)
  local z = math.floor(ms / 86400000) + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
  local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
  local mp = math.floor((5 * doy + 2) / 153)
  local month = mp < 10 and mp + 3 or mp - 9
  local year = yoe + era * 400 + (month <= 2 and 1 or 0)
  return string.format('%04d-%02d-%02d', year, month, doy - math.floor((153 * mp + 2) / 5) + 1)
end
local function today()
  local day, latest = dayOf(now + offset), redis.call('GET', at('day'))
  return latest and latest > day and latest or day
end
local function isFarAhead()
  local latest = redis.call('GET', at('day'))
  return latest and latest > dayOf(now + offset + 86400000)
end
local function change(call, field, by)
  if by == 0 then return end
  for _, period in ipairs({ call.day, string.sub(call.day, 1, 7) }) do
    for _, scope in ipairs(call.scopes) do
      redis.call('HINCRBY', at('counts:' .. period), scope .. ' ' .. field, string.format('%.0f', by))
    end
    redis.call('SADD', at('periods'), period)
  end
end
local function ended(id, call, state)
  call.state = state
  redis.call('SET', at('call:' .. id), cjson.encode(call), 'PX', 3600000)
  redis.call('ZREM', at('open'), id)
end
local function book(call, by)
  change(call, 'b', by)
  change(call, 'p', by * call.price)
end
local function reserve(call, by)
  change(call, 'r', by)
  change(call, 'q', by * call.price)
end
local function lapse()
  local late = redis.call('ZRANGEBYSCORE', at('open'), '-inf', '(' .. now, 'LIMIT', 0, 100)
  for _, id in ipairs(late) do
    local text = redis.call('GET', at('call:' .. id))
    if text then
      local call = cjson.decode(text)
      book(call, 1)
      reserve(call, -1)
      ended(id, call, 'lapsed')
    else
      redis.call('ZREM', at('open'), id)
    end
  end
end
local function counted(period, scope)
  local counts = {}
  local found = redis.call('HMGET', at('counts:' .. period), scope .. ' c', scope .. ' b', scope .. ' r', scope .. ' p', scope .. ' q')
  for index = 1, 5 do counts[index] = tonumber(found[index] or 0) end
  return counts
end
`;

/**
 * The hash `mark` holds the store's id and what only rises; `was`, the id that it had before an
 * administrator confirmed it. `forgot` is set once any gateway has seen a higher mark.
 */
export const MARK = `
local function mark()
  local found = redis.call('HMGET', at('mark'), 'id', 'epoch', 'version')
  return table.concat({ found[1] or '', found[2] or 0, found[3] or 0 }, ' ')
end
local function rise() redis.call('HINCRBY', at('mark'), 'version', 1) end
local function forgot(seen)
  if redis.call('EXISTS', at('forgot')) == 1 then return true end
  local id, epoch, version = string.match(seen, '^(%S*) (%d+) (%d+)$')
  if id == '' then return false end
  local found = redis.call('HMGET', at('mark'), 'id', 'epoch', 'version', 'was')
  local ahead = tonumber(found[2] or 0) - tonumber(epoch)
  local isSame = found[1] == id or found[4] == id
  if isSame and (ahead > 0 or ahead == 0 and tonumber(found[3] or 0) >= tonumber(version)) then return false end
  redis.call('SET', at('forgot'), 1)
  return true
end
`;

/**
 * Each team has one turn in a round, of as many calls as it weighs, so the next call is for the
 * team whose turn is in the earliest round. A team that finds more room than those before it want
 * makes its call early, and has had it in that round. Of several gateways where the team waits, the
 * call is for the one that holds the fewest calls, and of those for the one whose latest call is
 * the oldest: one with much to do does not win each call that it settles.
 */
const TURNS = `
local function scoreOf(list, who) return tonumber(redis.call('ZSCORE', at(list), who) or 0) end
local function isTurnOf(own, team, room)
  local open = {}
  for _, id in ipairs(redis.call('ZRANGE', at('open'), 0, -1)) do
    local holder = string.match(id, '^%S+')
    open[holder] = (open[holder] or 0) + 1
  end
  local before, left = 0, {}
  local lines = redis.call('HGETALL', at('lines'))
  for index = 1, #lines, 2 do
    local gateway, other = string.match(lines[index], '^(%S+) (%S*)$')
    local goneAt, calls, weight = string.match(lines[index + 1], '^(%d+) (%d+) (%d+)$')
    if tonumber(goneAt) < now then
      redis.call('HDEL', at('lines'), lines[index])
    elseif other == team then
      local more = (open[own] or 0) - (open[gateway] or 0)
      local later = scoreOf('turns', own) - scoreOf('turns', gateway)
      if gateway ~= own and (more > 0 or more == 0 and (later > 0 or later == 0 and gateway < own)) then before = before + 1 end
    else
      local later = scoreOf('rounds', team) - scoreOf('rounds', other)
      if later > 0 or later == 0 and other < team then
        left[other] = left[other] or weight - tonumber(redis.call('HGET', at('taken'), other) or 0)
        local may = math.min(tonumber(calls), left[other])
        left[other] = left[other] - may
        before = before + may
      end
    end
  end
  return before < room
end
local function took(gateway, team, weight)
  redis.call('ZADD', at('turns'), now, gateway)
  redis.call('ZREMRANGEBYSCORE', at('turns'), '-inf', now - 60000)
  -- A team that has not asked for a while has not saved up the rounds since.
  local round = math.max(scoreOf('rounds', team), tonumber(redis.call('GET', at('round')) or 0))
  redis.call('SET', at('round'), string.format('%.0f', round))
  redis.call('ZREMRANGEBYSCORE', at('rounds'), '-inf', '(' .. round)
  if redis.call('HINCRBY', at('taken'), team, 1) >= weight then
    redis.call('HDEL', at('taken'), team)
    redis.call('ZADD', at('rounds'), round + 1, team)
  end
end
`;

/**
 * Reserves a call. ARGV: call, lease, most calls in flight (0: any number), price, each payer's
 * scopes as JSON, the mark that was seen, this gateway, the time that it expects (0: any), the team
 * whose turn it takes, its weight, how many of its calls wait here, this one included. `busy` says
 * for how long, and whether it is its turn next.
 */
export const RESERVE = new RedisScript(`${LEDGER}${MARK}${TURNS}
if forgot(ARGV[6]) then return { 'forgot' } end
local byMs = now - tonumber(ARGV[8])
if ARGV[8] ~= '0' and math.abs(byMs) > 86400000 then return { 'jump', byMs } end
if isFarAhead() then
  redis.call('SET', at('forgot'), 1)
  return { 'forgot' }
end
lapse()
local id, lease, most, price = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = redis.call('GET', at('call:' .. id))
if known then
  local call = cjson.decode(known)
  return { 'reserved', call.day, cjson.encode(call.scopes), mark() }
end
local rest = redis.call('PTTL', at('rest'))
if rest > 0 then return { 'busy', rest, 0 } end
local gateway, team = ARGV[7], ARGV[9]
local line = gateway .. ' ' .. team
if most > 0 then
  local room = most - redis.call('ZCARD', at('open'))
  local isNext = isTurnOf(gateway, team, math.max(room, 1))
  local waits = room <= 0 or not isNext
  local calls = tonumber(ARGV[11]) - (waits and 0 or 1)
  if calls > 0 then
    redis.call('HSET', at('lines'), line, table.concat({ now + 250, calls, ARGV[10] }, ' '))
  else
    redis.call('HDEL', at('lines'), line)
  end
  if waits then return { 'busy', 0, isNext and 1 or 0 } end
end
local day = today()
local month = string.sub(day, 1, 7)
local budgets = {}
local function usage(scope)
  if budgets[scope] == nil then
    local text = redis.call('HGET', at('budgets'), scope)
    if text then
      local budget, ofDay, ofMonth = cjson.decode(text), counted(day, scope), counted(month, scope)
      budgets[scope] = {
        { 'day', 'calls', budget.callsPerDay, ofDay[2] + ofDay[3], 1 },
        { 'day', 'price', budget.pricePerDay, ofDay[4] + ofDay[5], price },
        { 'month', 'calls', budget.callsPerMonth, ofMonth[2] + ofMonth[3], 1 },
        { 'month', 'price', budget.pricePerMonth, ofMonth[4] + ofMonth[5], price },
      }
    else
      budgets[scope] = {}
    end
  end
  return budgets[scope]
end
for _, scopes in ipairs(cjson.decode(ARGV[5])) do
  local hasRoom = true
  for _, scope in ipairs(scopes) do
    for _, limit in ipairs(usage(scope)) do
      if limit[3] and limit[5] > 0 and limit[4] + limit[5] > limit[3] then hasRoom = false end
    end
  end
  if hasRoom then
    local call = { day = day, scopes = scopes, price = price, state = 'reserved' }
    reserve(call, 1)
    redis.call('SET', at('call:' .. id), cjson.encode(call))
    redis.call('ZADD', at('open'), now + lease, id)
    redis.call('SET', at('day'), day)
    if most > 0 then took(gateway, team, tonumber(ARGV[10])) end
    rise()
    local reply = { 'reserved', day, cjson.encode(scopes), mark() }
    for _, scope in ipairs(scopes) do
      for _, limit in ipairs(usage(scope)) do
        local used, reached = limit[4] + limit[5], nil
        for _, share in ipairs({ 50, 80, 100 }) do
          if limit[3] and used * 100 >= limit[3] * share then
            local reported = at('told:' .. (limit[1] == 'month' and month or day))
            if redis.call('SADD', reported, table.concat({ scope, limit[1], limit[2], limit[3], share }, ' ')) == 1 then
              redis.call('PEXPIRE', reported, limit[1] == 'month' and 2764800000 or 172800000)
              reached = share
            end
          end
        end
        if reached then
          table.insert(reply, cjson.encode({ scope = scope, period = limit[1], unit = limit[2], used = used, limit = limit[3], share = reached }))
        end
      end
    end
    return reply
  end
end
return { 'none' }
`);

/**
 * ARGV: call, settlement, and the call's record if this process reserved it, else empty: a server
 * that lost its last writes has no record of the call, though it was made.
 */
export const SETTLE = new RedisScript(`${LEDGER}
local id, settlement = ARGV[1], ARGV[2]
local text = redis.call('GET', at('call:' .. id))
if not text then
  if settlement == 'released' or ARGV[3] == '' then return 0 end
  text = ARGV[3]
end
local call = cjson.decode(text)
if call.state == 'reserved' or call.state == 'lost' then
  if settlement ~= 'released' then book(call, 1) end
  if call.state == 'reserved' then reserve(call, -1) end
elseif call.state ~= 'lapsed' then
  return 0
elseif settlement == 'released' then
  book(call, -1)
end
if settlement == 'charged' then change(call, 'c', 1) end
ended(id, call, settlement)
return 1
`);

/** Renews leases. ARGV: lease, and the calls that are still in flight. */
export const RENEW_CALLS = new RedisScript(`
for index = 2, #ARGV do
  redis.call('ZADD', at('open'), 'XX', now + tonumber(ARGV[1]), ARGV[index])
end
return 1
`);

/** Counts a score. ARGV: the model's scope, whether it was charged, price. */
export const COUNT_SCORE = new RedisScript(`${LEDGER}
local call = { day = today(), scopes = { ARGV[1] }, price = tonumber(ARGV[3]) }
book(call, 1)
if ARGV[2] == 'charged' then change(call, 'c', 1) end
return 1
`);

/** Sets a budget. ARGV: scope, budget. */
export const SET_BUDGET = new RedisScript(`${MARK}
redis.call('HSET', at('budgets'), ARGV[1], ARGV[2])
rise()
return mark()
`);

/** Returns what is spent of budgets. ARGV: scopes. */
export const USAGES = new RedisScript(`${LEDGER}
lapse()
local day = today()
local month = string.sub(day, 1, 7)
local found = { day }
for _, scope in ipairs(ARGV) do
  local budget = redis.call('HGET', at('budgets'), scope) or '{}'
  table.insert(found, { budget, counted(day, scope), counted(month, scope) })
end
return found
`);

/** Returns counts. ARGV: day or month; scopes, where `model:` means all models. */
export const COUNTS = new RedisScript(`${LEDGER}
lapse()
local period, reply = at('counts:' .. ARGV[1]), {}
local function tell(fields, values)
  for index = 1, #fields do
    if values[index] then
      table.insert(reply, fields[index])
      table.insert(reply, values[index])
    end
  end
end
for index = 2, #ARGV do
  if ARGV[index] == 'model:' then
    local cursor = '0'
    repeat
      local found = redis.call('HSCAN', period, cursor, 'MATCH', 'model:*', 'COUNT', 1000)
      cursor = found[1]
      for field = 1, #found[2], 2 do tell({ found[2][field] }, { found[2][field + 1] }) end
    until cursor == '0'
  else
    local fields = {}
    for letter in string.gmatch('cbrpq', '.') do table.insert(fields, ARGV[index] .. ' ' .. letter) end
    tell(fields, redis.call('HMGET', period, unpack(fields)))
  end
end
return reply
`);

/** Drops old counts. ARGV: the first day that is kept. */
export const SWEEP_COUNTS = new RedisScript(`${LEDGER}
lapse()
for _, period in ipairs(redis.call('SMEMBERS', at('periods'))) do
  if period < string.sub(ARGV[1], 1, #period) then
    redis.call('DEL', at('counts:' .. period))
    redis.call('SREM', at('periods'), period)
  end
end
return 1
`);

/** Pauses all calls, as the service's Retry-After asks. ARGV: for how long; 0 ends the pause. */
export const REST = new RedisScript(`
if tonumber(ARGV[1]) == 0 then
  redis.call('DEL', at('rest'))
elseif redis.call('PTTL', at('rest')) < tonumber(ARGV[1]) then
  redis.call('SET', at('rest'), 1, 'PX', ARGV[1])
end
return 1
`);
