import { createEngineWith } from './create-engine';
import type { Engine } from './engine';
import type { EngineOptions } from './engine-options';
import { AdaptiveRateLimiter } from './limits/adaptive-rate-limiter';

/** @throws RangeError for options that no engine could work with. */
export function createEngine(options: Omit<EngineOptions, 'createLimiter'>): Engine {
  return createEngineWith({
    createLimiter: (limits) => new AdaptiveRateLimiter(limits),
    ...options,
  });
}
