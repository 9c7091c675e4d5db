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
