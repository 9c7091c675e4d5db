import { createHash } from 'node:crypto';

/** A step that the server takes as one, with all that it reads and writes in one hash slot. */
export class RedisScript {
  private last = { clock: '', text: '', sha: '' };

  /**
   * @param body Lua. It finds the time in `now` (epoch milliseconds), and a key's full name by
   *   `at(name)`. Its first write must be one that a full server refuses, so that it does all or
   *   nothing.
   */
  constructor(private readonly body: string) {}

  /** Versions of a gateway that run side by side each call their own, by its hash. */
  compiled(clock: string): { readonly text: string; readonly sha: string } {
    if (clock !== this.last.clock) {
      const text = `local now = ${clock}\n${PREAMBLE}${this.body}`;
      this.last = { clock, text, sha: createHash('sha1').update(text).digest('hex') };
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
