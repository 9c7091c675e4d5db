import { createHash } from 'node:crypto';
import { addAccountRoutes } from './account/account-api';
import { BudgetRequests } from './account/budget-requests';
import { createAdminApp } from './admin-app';
import { AlertWatch, LOOK_MS, Alerts } from './alerts';
import { traceHeaders } from './call-admission';
import { AttemptLimiter } from './attempt-limiter';
import { Authenticator, EngineAuthenticator } from './sign-in/authenticator';
import { TrustedProxies, type ConnectionLimits } from './connections';
import type { Configuration } from './configuration';
import { ConfigurationError } from './configuration-error';
import { readProviderKey } from './provider-key';
import { Directory, exclusively } from './directory';
import { Batches } from './functions/batches';
import { ensureAdministrator } from './first-administrator';
import { createGatewayLog } from './gateway-log';
import { GatewayMetrics } from './gateway-metrics';
import { BrowserSignIn } from './sign-in/browser-sign-in';
import { identityKey } from './sign-in/claims';
import { JwtVerifier } from './sign-in/jwt-verifier';
import type { SessionOptions } from './sign-in/sessions';
import { SignedInPeople } from './sign-in/signed-in-people';
import type { ServiceAddresses } from '../engine/client/connection';
import { createServiceSource } from '../engine/client/service-source';
import type { Clock, Source } from '../engine/lookup';
import { createNodeClock } from '../node/node-clock';
import { createPooledFetch } from '../node/pooled-fetch';
import { createStaticFiles } from '../node/static-files';
import { NewPeople } from './new-people';
import { OriginPolicy } from './origin-policy';
import { createPeopleApp } from './people-app';
import { addOpenApi } from './openapi/openapi-routes';
import { openPort } from './people-server';
import { RateLimits } from './rate-limits';
import { openState, type StateEvents } from './state/open-state';
import { TeamCatalogue } from './team-catalogue';
import { NEGATIVE_FRESH_MS, TeamEngine } from './team-engine';
import { VerificationTurns } from './sign-in/verification-queue';
import { Backlog } from './backlog';
import { ProcessorTurns } from './processor-turns';

export interface RunningGateway {
  /** The address of the people's port. */
  readonly people: string;
  /** The address of the administrators' port. */
  readonly administrators: string;
  /** Every route of each port. */
  readonly doors: Readonly<Record<'people' | 'administrators', readonly string[]>>;
  /** The first administrator's token, if this start has made one. Show it once. */
  readonly newToken: string | undefined;
  /** Reads the provider's key and the certificate again. */
  readFiles(): void;
  /** Stops the gateway. First answers the requests in flight and settles their calls. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway. Settles once it answers requests.
 *
 * @throws ConfigurationError if the gateway can't start with this configuration.
 */
export async function startGateway(configuration: Configuration): Promise<RunningGateway> {
  const { upstream: addresses, upstreamConcurrency, signIn } = configuration;
  if (addresses === undefined) throw new ConfigurationError('No service is set to be asked.');
  let providerKey = readProviderKey(configuration.providerKey);
  const log = createGatewayLog(configuration.logLevel);
  // Their handlers need the store, so they are set once it is open.
  const on: StateEvents = { shareSpent: () => {}, forgot: () => {}, down: () => {} };
  const state = await openState({ configuration, negativeFreshMs: NEGATIVE_FRESH_MS, log, on });
  const clock = createNodeClock(state.now, state.ledger.calendar);
  const { calendar } = state.ledger;
  const oidKey = identityKey(signIn?.claims);
  const directory = await Directory.load(state.records, clock.now, calendar, oidKey);
  const newPeople = new NewPeople({
    ...{ directory, ledger: state.ledger, records: state.records },
    configured: configuration.defaults,
  });
  const upstream = createUpstream(configuration, addresses, () => providerKey, clock);
  const team = new TeamEngine({
    ...configuration,
    ...{ source: upstream.source, state, clock, random: Math.random },
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  await team.readForgotten().catch(log.failed);
  const { webhook } = configuration;
  const alerts = webhook && new Alerts({ webhook, state, clock, log, fetch });
  const watch =
    alerts &&
    new AlertWatch({
      ...{ alerts, directory, state, now: clock.now },
      currency: configuration.currency,
      isShared: configuration.shared !== undefined,
    });
  if (watch !== undefined) {
    on.shareSpent = (scope, spent) => watch.budgetSpent(scope, spent);
    on.forgot = () => watch.storeForgot();
    on.down = () => watch.storeDown();
    watch.watch(team.engine.activity);
    if (state.hasForgotten) watch.storeForgot();
  }
  const catalogue = new TeamCatalogue(state.records, clock, configuration.offeredNames);
  const metrics = new GatewayMetrics();
  metrics.watch(() => team.engine.activity.snapshot(), team);
  const backlog = new Backlog(
    { mostOfPerson: configuration.maxWaitingPerPerson, most: configuration.maxWaiting },
    (why) => metrics.refusedWaiting.inc({ why }),
  );
  metrics.watchWaiting(() => backlog.waiting);
  let isReady = true;
  const trustedProxies = new TrustedProxies(configuration.trustedProxies);
  const limits: ConnectionLimits = {
    mostConnections: configuration.maxConnections,
    mostPerAddress: configuration.maxConnectionsPerAddress,
    trustedProxies,
    onRefused: (why) => metrics.refused.inc({ why }),
    onCut: (why) => metrics.cut.inc({ why }),
  };
  const attemptsAt = (port: string): AttemptLimiter =>
    new AttemptLimiter(MOST_FAILURES, clock.elapsed, (from, attemptState) => {
      metrics.refusedTokens.inc();
      // An attacker must not fill the log, either.
      if (attemptState !== 'blocked') log.warning('token refused', { from, port });
      if (attemptState === 'last') log.warning('too many tokens refused', { from, port });
    });
  const onKeysUnreadable = (): void => log.warning('no keys to tell JWTs by', {});
  const jwt = signIn && {
    verifier: new JwtVerifier(signIn, clock, onKeysUnreadable),
    people: new SignedInPeople({ directory, newPeople, state, now: clock.now, signIn }),
  };
  const sessionsAt = (): SessionOptions | undefined =>
    jwt && {
      ...{ directory, state, trustedProxies, log, now: clock.now },
      // Apart from wrong tokens: a program that sends one must not keep its office from signing in.
      attempts: new AttemptLimiter(MOST_FAILURES, clock.elapsed, () => {}),
      signIn: new BrowserSignIn(signIn, signIn.client, jwt.verifier, clock.elapsed),
      provider: new URL(signIn.issuer).host,
      people: jwt.people,
    };
  const authenticator = new Authenticator({ directory, jwt });
  const batches = new Batches(clock);
  const requests = new BudgetRequests(state, clock.now);
  const origins = new OriginPolicy(configuration.origins, configuration.publicUrl);
  const peopleAttempts = attemptsAt('people');
  const isTls = configuration.tls !== undefined;
  let peopleUrl = '';
  const publicUrl = (): string => configuration.publicUrl ?? peopleUrl;
  const parts = {
    ...{ state, directory, team, clock, catalogue, requests, trustedProxies, metrics, log },
    newPeople,
    processor: new ProcessorTurns(clock.elapsed),
    ...{ currency: configuration.currency, prices: configuration.prices },
    pageFolder: configuration.adminPageFolder,
  };
  const people = await openPort({
    ...createPeopleApp({
      ...parts,
      backlog,
      rateLimits: new RateLimits({
        ...{ ledger: state.ledger, backlog, now: clock.now, elapsed: clock.elapsed },
        isStoreDown: () => state.isDown,
      }),
      authenticator,
      functions: {
        batches,
        answerWithinMs: configuration.functionAnswerWithinMs,
        pollAfterMs: configuration.functionPollAfterMs,
        authenticator: new EngineAuthenticator({
          engines: configuration.engines,
          others: authenticator,
          ...{ directory, clock, onKeysUnreadable },
        }),
      },
      mcp: {
        prices: configuration.prices,
        signIn: signIn && {
          issuer: signIn.issuer,
          scopes: signIn.client.scopes.split(/\s+/),
        },
        publicUrl,
      },
      ledger: state.ledger,
      pincodes: configuration.pincodes,
      origins,
      attempts: peopleAttempts,
      addPages: (app) => {
        addOpenApi(app, 'people', parts.pageFolder);
        addAccountRoutes(app, {
          ...parts,
          attempts: peopleAttempts,
          sessions: sessionsAt(),
          door: { publicUrl: configuration.publicUrl, isTls },
          policy: origins,
          origins: configuration.origins,
        });
      },
      turns: new VerificationTurns(clock),
      files: createAddInFiles(configuration.addInFolder, publicUrl),
    }),
    host: configuration.host,
    port: configuration.port,
    setting: 'PORT',
    tls: configuration.tls,
    limits,
  });
  peopleUrl = people.url;
  const adminAttempts = attemptsAt('administrators');
  const administrators = await openPort({
    app: createAdminApp({
      ...parts,
      attempts: adminAttempts,
      sessions: sessionsAt(),
      door: { publicUrl: configuration.adminPublicUrl, isTls },
      alerts,
      settings: { ...shownOf(configuration), publicUrl: configuration.publicUrl ?? people.url },
      isReady: () => isReady && !team.isStoreDown,
    }),
    host: configuration.adminHost,
    port: configuration.adminPort,
    setting: 'ADMIN_PORT',
    tls: configuration.tls,
    limits,
  });
  // Only now that it will surely be shown.
  const isAlone = configuration.shared === undefined;
  const newToken = await exclusively(parts, 'first administrator', () =>
    ensureAdministrator(directory, configuration.administratorToken, isAlone),
  );
  // While the store is down, the directory in memory counts.
  const refresh = (): Promise<void> => directory.storeRevoked().then(() => directory.refresh());
  const look = (): void => void watch?.look().catch(() => undefined);
  look();
  const readForgotten = (): void => void team.readForgotten().catch(() => undefined);
  const sweeping = new AbortController();
  let swept = Promise.resolve();
  const sweepTokens = (): void => {
    swept = directory.sweep(sweeping.signal).catch(log.failed);
  };
  sweepTokens();
  const timers = [
    setInterval(() => void refresh().catch(() => undefined), REFRESH_MS).unref(),
    // Only another gateway can have anything forgotten.
    ...(isAlone ? [] : [setInterval(readForgotten, FORGOTTEN_MS).unref()]),
    setInterval(sweepTokens, SWEEP_MS).unref(),
    setInterval(() => void state.sweep().catch(log.failed), SWEEP_MS).unref(),
    setInterval(look, LOOK_MS).unref(),
  ];
  log.event('started', { upstreamConcurrency });
  return {
    people: people.url,
    administrators: administrators.url,
    doors: { people: people.doors, administrators: administrators.doors },
    newToken,
    readFiles() {
      const next = readProviderKey(configuration.providerKey);
      if (next !== providerKey) {
        providerKey = next;
        team.tryAgain();
        log.event('key changed');
      }
      people.readCertificate();
      administrators.readCertificate();
    },
    async stop() {
      isReady = false;
      log.event('draining');
      const cancelCut = clock.schedule(DRAIN_MS / 2, () => void batches.stop());
      team.watchSilence(() => void batches.stop());
      await people.drain(DRAIN_MS, configuration.shared === undefined ? 0 : GRACE_MS);
      cancelCut();
      await batches.stop();
      timers.forEach(clearInterval);
      sweeping.abort();
      await watch?.leave().catch(() => undefined);
      await team.settled(DRAIN_MS);
      team.stop();
      await administrators.drain(1000);
      await upstream.close();
      await directory.storeRevoked().catch(() => undefined);
      await swept;
      await state.close();
      log.event('stopped');
      await log.close();
    },
  };
}

/** Returns the configuration that administrators may see, without secrets. */
function shownOf(
  configuration: Configuration,
): Readonly<Record<string, number | string | boolean>> {
  const { upstream, origins, signIn, webhook, calendar } = configuration;
  const { upstreamConcurrency, keepAnswersDays, staleDays, keepCountsDays } = configuration;
  return {
    attributeUrl: upstream?.attributeUrl ?? '',
    modelUrl: upstream?.modelUrl ?? '',
    origins: origins.join(', '),
    signIn: signIn?.issuer ?? '',
    alerts: webhook?.shape ?? '',
    timeZone: calendar.timeZone ?? '',
    ...{ upstreamConcurrency, keepAnswersDays, staleDays, keepCountsDays },
  };
}

/**
 * Connects to the provider's service, with a pool of connections for each origin.
 *
 * @param providerKey is read at each call, so that a new key counts at once.
 */
function createUpstream(
  { upstreamConcurrency }: Configuration,
  addresses: ServiceAddresses,
  providerKey: () => string | undefined,
  clock: Clock,
) {
  const timeoutMs = CALL_TIMEOUT_MS;
  const pool = createPooledFetch({ connections: 2 * upstreamConcurrency, timeoutMs });
  // Names the provider's account in the keys of answers, even after the provider's key changes.
  const account = JSON.stringify(addresses);
  const scope = createHash('sha256').update(account).digest('hex').slice(0, 16);
  const source: Source = createServiceSource({
    connection: () => ({ addresses, credential: providerKey() }),
    scopeOf: () => scope,
    headersOf: traceHeaders,
    clock,
    timeoutMs,
    fetch: pool.fetch,
  });
  // The scope is always the same, and needed for each name that is looked up in memory.
  return { source: { ...source, scope: () => scope }, close: () => pool.close() };
}

/**
 * Serves the built add-in. Its manifest and functions get the address at which people reach it. Its
 * pages are told that a team serves them, so that they offer to sign in and spend no budget on a
 * sample workbook.
 */
function createAddInFiles(
  folder: string,
  publicUrl: () => string,
): (request: Request) => Promise<Response | undefined> {
  const files = createStaticFiles(folder, WORKBENCH, (path, bytes) => {
    if (MARKED.has(path)) {
      return Buffer.from(bytes.toString().replace('<html', '<html data-service="gateway"'));
    }
    return NAMES_ITS_ORIGIN.has(path)
      ? Buffer.from(bytes.toString().replaceAll(BUILT_ORIGIN, publicUrl()))
      : bytes;
  });
  return async (request) => {
    const reply = await files(request);
    const isPage = reply?.headers.get('content-type')?.startsWith('text/html') === true;
    if (!isPage) return reply;
    const { pathname } = new URL(request.url);
    const isWorkbench = pathname === '/' || pathname === `/${WORKBENCH}`;
    reply.headers.set('content-security-policy', isWorkbench ? WORKBENCH_POLICY : PANE_POLICY);
    if (isWorkbench) reply.headers.set('x-frame-options', 'SAMEORIGIN');
    return reply;
  };
}

/** Office's script loads others of its own. */
const OFFICE_SCRIPTS = [
  'https://appsforoffice.microsoft.com',
  'https://*.office.net',
  'https://*.office.com',
  'https://ajax.aspnetcdn.com',
];
/** The origin that the build writes into the manifest and functions.json by default. */
const BUILT_ORIGIN = 'https://localhost:3000';
const NAMES_ITS_ORIGIN = new Set(['/manifest.xml', '/manifest.json', '/functions.json']);
const WORKBENCH = 'workbench.html';
/**
 * Pages may connect to any service that people enter, and load maps from elsewhere. Scripts come
 * only from here, and from where Office's own scripts come. Office frames the pane at many
 * addresses, so this does not restrict who may frame it.
 */
const policy = (own: string): string =>
  `${own}; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'`;
const WORKBENCH_POLICY = policy("script-src 'self'; frame-ancestors 'self'");
const PANE_POLICY = policy(`script-src 'self' 'unsafe-eval' ${OFFICE_SCRIPTS.join(' ')}`);
/** The pages that have a pane, which offers to sign in. */
const MARKED = new Set([`/${WORKBENCH}`, '/taskpane.html']);
/** Clients get a reply earlier. A later answer is kept for when the client asks again. */
const CALL_TIMEOUT_MS = 120_000;
const DRAIN_MS = 25_000;
const GRACE_MS = 1000;
const SWEEP_MS = 3_600_000;
/** How soon a token that another gateway has revoked is refused here. */
const REFRESH_MS = 1000;
/** How soon this gateway drops the answers that another gateway was told to forget. */
const FORGOTTEN_MS = 2000;
const MOST_FAILURES = 20;
