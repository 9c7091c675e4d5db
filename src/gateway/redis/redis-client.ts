import { Cluster, Redis } from 'iovalkey';
import type { SharedAddress } from './shared-address';

/** A client of one server, of the one that sentinels name, or of a cluster. It queues nothing. */
export function createClient(address: SharedAddress): Redis | Cluster {
  const { hosts, username, password, database, serverName } = address;
  const [first = { host: '127.0.0.1', port: 6379 }] = hosts;
  const options = {
    // Otherwise commands hang while the server is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    disconnectTimeout: 100,
    keepAlive: 10_000,
    // A server that forbids INFO passes the check: its replies tell whether its data is loaded.
    enableReadyCheck: true,
    retryStrategy: (times: number) => Math.min(500, 50 * times),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(address.isTls ? { tls: {} } : {}),
  };
  const client =
    address.kind === 'cluster'
      ? new Cluster([...hosts], {
          redisOptions: options,
          enableOfflineQueue: false,
          clusterRetryStrategy: (times) => Math.min(500, 50 * times),
          // The client never resends a command, so no failure reveals that a replica took over.
          retryDelayOnFailover: 0,
          slotsRefreshInterval: 1000,
          retryDelayOnClusterDown: 0,
          maxRedirections: 3,
          // It would pick the server by a command's first argument, which here is a script's hash.
          enableAutoPipelining: false,
        })
      : new Redis({
          ...options,
          db: database,
          enableAutoPipelining: true,
          ...(address.kind === 'server' || serverName === undefined
            ? first
            : {
                sentinels: [...hosts],
                name: serverName,
                enableTLSForSentinelMode: address.isTls,
                ...(password === undefined ? {} : { sentinelPassword: password }),
                sentinelRetryStrategy: (times: number) => Math.min(500, 50 * times),
              }),
        });
  // Each failed command reports its own error.
  client.on('error', () => undefined);
  return client;
}
