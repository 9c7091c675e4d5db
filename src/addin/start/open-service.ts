import { createReachability } from '../../engine/client/reachability';
import { isServerThere } from '../../engine/client/service-probe';
import { createServiceSource } from '../../engine/client/service-source';
import type { ServiceSourceOptions } from '../../engine/client/service-source';
import type { Source } from '../../engine/lookup';
import { readServiceAddress } from '../../engine/client/service-address';
import { recoverFromOutages } from './outage-recovery';
import type { OutageParts } from './outage-recovery';

export type OpenServiceOptions = ServiceSourceOptions & Pick<OutageParts, 'problems' | 'cells'>;

/** The service over the page's network, with a watch on whether it can be reached. */
export function openService({ problems, cells, ...options }: OpenServiceOptions): Source {
  const reachability = createReachability({
    clock: options.clock,
    random: () => Math.random(),
    whenOnline,
    async probe(kind) {
      const { attributeUrl, modelUrl } = options.connection().addresses;
      const reading = readServiceAddress(kind === 'lookup' ? attributeUrl : modelUrl);
      if (reading.kind !== 'address') return false;
      return isServerThere(reading.url, { ...options, timeoutMs: PROBE_MS });
    },
  });
  recoverFromOutages({ reachability, problems, cells, clock: options.clock, whenOnline });
  return createServiceSource({ ...options, online: () => navigator.onLine, reachability });
}

/** Runs whenever the device has a network again. */
function whenOnline(run: () => void): void {
  window.addEventListener('online', run);
}

const PROBE_MS = 10_000;
