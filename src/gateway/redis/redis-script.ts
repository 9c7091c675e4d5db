import { createHash } from 'node:crypto';

/** A Lua script that the server runs atomically, with everything it touches in one hash slot. */
export class RedisScript {
  private last = { times: '', text: '', sha: '' };

  /**
   * @param body Lua, in which `now` is the time in epoch milliseconds, `offset` how far the
   * calendar's clocks are ahead of UTC in milliseconds, and `at(name)` a key's full name. The first
   * write must be one that a full server refuses, so that the script does everything or nothing.
   */
  constructor(private readonly body: string) {}

  /**
   * Returns the script and its hash. Scripts are called by their hash, so gateways of different
   * versions that run side by side each call their own.
   */
  compiled(clock: string, offsetMs: number): { readonly text: string; readonly sha: string } {
    const times = `local now = ${clock}\nlocal offset = ${offsetMs}\n`;
    if (times !== this.last.times) {
      const text = `${times}${PREAMBLE}${this.body}`;
      this.last = { times, text, sha: createHash('sha1').update(text).digest('hex') };
    }
    return this.last;
  }
}

/** The server's own time, so that it does not matter what time a gateway believes it is. */
export const SERVER_TIME =
  "(function() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end)()";

const PREAMBLE = `
local function at(name) return KEYS[1] .. name end
`;
