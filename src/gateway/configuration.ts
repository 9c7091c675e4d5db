import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readWebhook, type WebhookConfiguration } from './alerts';
import { parseSharedAddress, type SharedAddress } from './redis/shared-address';
import { pricedModel, type CallPrices } from './call-admission';
import { ConfigurationError } from './configuration-error';
import { toMillionths } from './state/call-ledger';
import type { DescribedName } from '../engine/catalogue/catalogue-store';
import { largest } from '../engine/async/extremes';
import { Calendar, DAY_MS } from '../node/calendar';
import { DEFAULTS, limitsOf, type Defaults } from './new-people';
import { providerKeySource, type ProviderKeySource } from './provider-key';
import { PINCODE_RULES } from '../engine/places/pincode';
import { readServiceAddress } from '../engine/client/service-address';
import {
  ENGINES_FIELD,
  OIDC_FIELD,
  readSignIn,
  type SignInConfiguration,
} from './sign-in/sign-in-configuration';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const PRICE = z.number().min(0).max(1_000_000);

const DAYS = z.number().max(3650);
const PORT = z.int().min(0).max(65_535);

/** The fields of `gateway.config.json`. Environment variables override them. */
const FILE = z.strictObject({
  attributeUrl: z.url().optional(),
  modelUrl: z.url().optional(),
  providerKeyFile: z.string().optional(),
  dataFolder: z.string().default('gateway-data'),
  origins: z.array(z.url()).default([]),
  publicUrl: z.url().optional(),
  /** The address at which administrators reach their page, if there is a proxy in front of it. */
  adminPublicUrl: z.url().optional(),
  host: z.string().default('127.0.0.1'),
  port: PORT.default(8080),
  adminHost: z.string().default('127.0.0.1'),
  adminPort: PORT.default(8081),
  upstreamConcurrency: z.int().min(1).max(1000).default(16),
  windowMs: z.int().min(0).max(1000).default(20),
  answerWithinMs: z.int().min(1000).max(29_000).default(24_000),
  probeMs: z.int().min(10).max(600_000).default(5000),
  pricePerLookup: PRICE.default(0),
  pricePerScore: PRICE.default(0),
  /** Prices by the model's ID. */
  pricePerModel: z.record(z.string().min(1).max(200), PRICE).default({}),
  /** The unit of prices. Its length is what the pane can show. "" means credits. */
  currency: z.string().trim().max(12).default(''),
  /** The budgets that new people get. */
  defaults: DEFAULTS.prefault({}),
  /** The time zone in which the days and months of budgets begin. */
  timeZone: z.string().default('UTC'),
  /** Which postal codes to accept. `any` also accepts those of other countries. */
  pincodes: z.enum(PINCODE_RULES).default('india'),
  keepAnswersDays: DAYS.min(0.001).default(30),
  /** For how many more days an answer is still given while the gateway asks for it again. */
  staleDays: DAYS.min(0).default(0),
  keepCountsDays: z.int().min(35).max(3650).default(400),
  maxAnswersInMemory: z.int().min(1000).default(250_000),
  /** How many values may wait for an answer. */
  maxWaitingPerPerson: z.int().min(50).max(10_000_000).default(50_000),
  maxWaiting: z.int().min(50).max(10_000_000).default(250_000),
  /** How many connections each port accepts: from all addresses, and from one. */
  maxConnections: z.int().min(10).max(100_000).default(4096),
  maxConnectionsPerAddress: z.int().min(10).max(100_000).default(1024),
  /** The proxies whose `x-forwarded-for` counts, as addresses or networks. */
  trustedProxies: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
  tls: z.strictObject({ certificateFile: z.string(), keyFile: z.string() }).optional(),
  oidc: OIDC_FIELD.optional(),
  /** The warehouses that call functions with the identity that their cloud gives them. */
  engines: ENGINES_FIELD.default([]),
  functionAnswerWithinMs: z.int().min(1000).max(1_200_000).default(55_000),
  functionPollAfterMs: z.int().min(0).max(60_000).default(10_000),
  logLevel: z.enum(LOG_LEVELS).default('info'),
});

type FileConfiguration = z.infer<typeof FILE>;
/** The fields that `Configuration` holds in another form. */
type Superseded =
  | 'attributeUrl'
  | 'modelUrl'
  | 'providerKeyFile'
  | 'pricePerLookup'
  | 'pricePerScore'
  | 'pricePerModel'
  | 'timeZone'
  | 'oidc';

/** Every setting, defaults included. `readProviderKey` reads the key from `providerKey`. */
export interface Configuration extends Readonly<Omit<FileConfiguration, Superseded>> {
  /** The service to ask. Undefined: the program also starts the sample service, and asks that. */
  readonly upstream: { readonly attributeUrl: string; readonly modelUrl: string } | undefined;
  readonly providerKey: ProviderKeySource;
  /** The store that gateways share. Undefined: the data folder, which only this process uses. */
  readonly shared: SharedStore | undefined;
  readonly addInFolder: string;
  readonly adminPageFolder: string;
  readonly administratorToken: string | undefined;
  readonly prices: CallPrices;
  /** The names to offer until an administrator lists some: those of the sample service. */
  readonly offeredNames?: readonly DescribedName[] | undefined;
  readonly calendar: Calendar;
  readonly keepAnswersMs: number;
  /**
   * For how long after `keepAnswersMs` an answer is still given. 0 means not at all: the request
   * waits for a new answer.
   */
  readonly staleMs: number;
  readonly keepCountsMs: number;
  /** The company's own sign-in. Undefined: only the gateway's own tokens are accepted. */
  readonly signIn: SignInConfiguration | undefined;
  /** Where to send alerts. Undefined: none are sent. */
  readonly webhook: WebhookConfiguration | undefined;
  /** Environment variables that have a name like ours but are not used, and may be misspelt. */
  readonly unused: readonly string[];
}

export interface SharedStore {
  readonly address: SharedAddress;
  /** Conceals places. Undefined: the store keeps one secret for all gateways. */
  readonly secret: string | undefined;
}

/**
 * Reads the configuration from the environment and from the file that `LOCUS_CONFIG` names, by
 * default `gateway.config.json`.
 *
 * @throws ConfigurationError that names the field, its value and what it should be.
 */
export function readConfiguration(environment: Environment): Configuration {
  const path = environment['LOCUS_CONFIG'] ?? 'gateway.config.json';
  const file = readFile(path, environment['LOCUS_CONFIG'] !== undefined);
  const { text, unused } = readEnvironment(environment);
  const attributeUrl = serviceAddress('LOCUS_ATTRIBUTE_URL', text, file.attributeUrl);
  const modelUrl = serviceAddress('LOCUS_MODEL_URL', text, file.modelUrl);
  if ((attributeUrl === undefined) !== (modelUrl === undefined)) {
    const [one, other] = ['LOCUS_ATTRIBUTE_URL', 'LOCUS_MODEL_URL'];
    const [has, lacks] = attributeUrl === undefined ? [other, one] : [one, other];
    throw new ConfigurationError(`${lacks} is missing: ${has} is set, and both are needed.`);
  }
  const upstream =
    attributeUrl === undefined || modelUrl === undefined ? undefined : { attributeUrl, modelUrl };
  const providerKey = providerKeySource(text, file.providerKeyFile);
  if (upstream !== undefined && providerKey.kind === 'none') {
    throw new ConfigurationError(
      'LOCUS_PROVIDER_KEY_FILE is missing: without a key, the gateway makes no calls.',
    );
  }
  const days = (count: number): number => Math.round(count * DAY_MS);
  const publicUrl = address('LOCUS_PUBLIC_URL', text) ?? file.publicUrl;
  const adminPublicUrl = address('LOCUS_ADMIN_PUBLIC_URL', text) ?? file.adminPublicUrl;
  return {
    ...file,
    upstream,
    providerKey,
    dataFolder: text('LOCUS_DATA') ?? file.dataFolder,
    shared: readShared(text),
    addInFolder: text('DIST_DIR') ?? 'dist',
    adminPageFolder: text('ADMIN_DIST_DIR') ?? 'build/admin',
    origins: (text('LOCUS_ORIGINS')?.split(',') ?? file.origins)
      .filter((each) => each.trim() !== '')
      .map(toOrigin),
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    adminPublicUrl: adminPublicUrl?.replace(/\/+$/, ''),
    host: text('HOST') ?? file.host,
    port: whole('PORT', text) ?? file.port,
    adminHost: text('ADMIN_HOST') ?? file.adminHost,
    adminPort: whole('ADMIN_PORT', text) ?? file.adminPort,
    administratorToken: readToken(text),
    upstreamConcurrency:
      whole('LOCUS_UPSTREAM_CONCURRENCY', text, 1, 1000) ?? file.upstreamConcurrency,
    prices: {
      lookup: toMillionths(file.pricePerLookup),
      // A service may know a model by names that nobody lists here: none is cheaper for that.
      score: toMillionths(largest([file.pricePerScore, ...Object.values(file.pricePerModel)])),
      models: new Map(
        Object.entries(file.pricePerModel).map(([id, price]) => [
          pricedModel(id),
          toMillionths(price),
        ]),
      ),
    },
    defaults: readDefaults(text, file),
    calendar: readTimeZone(text, file.timeZone),
    pincodes: oneOf('LOCUS_PINCODES', PINCODE_RULES, text) ?? file.pincodes,
    keepAnswersMs: days(file.keepAnswersDays),
    staleMs: days(file.staleDays),
    keepCountsMs: days(file.keepCountsDays),
    signIn: readSignIn(text, file.oidc),
    webhook: readWebhook(text),
    logLevel: oneOf('LOCUS_LOG_LEVEL', LOG_LEVELS, text) ?? file.logLevel,
    unused: unused(),
  };
}

/** @throws ConfigurationError for a limit in price if no call has a price. */
function readDefaults(text: Text, file: FileConfiguration): Defaults {
  const callsPerDay = whole('LOCUS_DEFAULT_CALLS_PER_DAY', text, 0, Number.MAX_SAFE_INTEGER);
  const { person, groups } = file.defaults;
  const defaults = {
    person: { ...person, ...(callsPerDay !== undefined && { callsPerDay }) },
    groups,
  };
  const prices = [file.pricePerLookup, file.pricePerScore, ...Object.values(file.pricePerModel)];
  const unbound = limitsOf(defaults).find(([name]) => name.startsWith('price'));
  if (unbound === undefined || prices.some((price) => price > 0)) return defaults;
  throw new ConfigurationError(
    `defaults has ${unbound[0]}, but no call has a price, so it would bind nothing.`,
  );
}

/** @throws ConfigurationError unless it is the name of a time zone. */
function readTimeZone(text: Text, inFile: string): Calendar {
  const given = text('LOCUS_TIME_ZONE');
  const name = given ?? inFile;
  try {
    // An abbreviation such as EST is known, but keeps no summer time.
    if (/^UTC$|\//i.test(name)) return new Calendar(name);
  } catch {
    // There is no such time zone.
  }
  const setting = given === undefined ? 'timeZone' : 'LOCUS_TIME_ZONE';
  throw new ConfigurationError(
    `${setting} has ${JSON.stringify(name)}; it should be a time zone’s name, such as Asia/Kolkata, or UTC.`,
  );
}

/** @throws ConfigurationError for any other text. */
function oneOf<T extends string>(name: string, list: readonly T[], text: Text): T | undefined {
  const given = text(name);
  const found = list.find((each) => each === given);
  if (given === undefined || found !== undefined) return found;
  throw new ConfigurationError(`${name} has "${given}"; it should be one of ${list.join(', ')}.`);
}

/** @throws ConfigurationError that does not quote the token. */
function readToken(text: Text): string | undefined {
  const token = text('LOCUS_ADMIN_TOKEN');
  // A header carries no other characters, so nobody could ever sign in.
  if (token === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new ConfigurationError(
      'LOCUS_ADMIN_TOKEN should be letters, digits and signs without spaces.',
    );
  }
  if (token.length >= LEAST_TOKEN && new Set(token).size >= LEAST_SIGNS) return token;
  throw new ConfigurationError(
    `LOCUS_ADMIN_TOKEN can be guessed. Give at least ${LEAST_TOKEN} characters, ` +
      'such as `openssl rand -hex 32` prints, or leave it out: the gateway makes one.',
  );
}

/** Minimum length. One address may try twenty tokens a minute, but there are many addresses. */
const LEAST_TOKEN = 12;
const LEAST_SIGNS = 6;

function readFile(path: string, isNamed: boolean): FileConfiguration {
  if (!existsSync(path)) {
    if (isNamed) throw new ConfigurationError(`LOCUS_CONFIG names ${path}, which is missing.`);
    return FILE.parse({});
  }
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigurationError(`${path} is not JSON.`);
  }
  const result = FILE.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the file';
  const has = JSON.stringify(issue?.path.reduce(own, json)) ?? 'nothing';
  throw new ConfigurationError(`${path}: ${field} has ${has}. ${issue?.message ?? ''}.`);
}

function own(value: unknown, name: PropertyKey): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;
}

/** @throws ConfigurationError that does not quote the address: it may hold a password. */
function readShared(text: Text): SharedStore | undefined {
  const given = text('LOCUS_SHARED');
  if (given === undefined) return undefined;
  const address = parseSharedAddress(given, text('LOCUS_SHARED_PASSWORD'));
  if (address === undefined) {
    throw new ConfigurationError(
      'LOCUS_SHARED should be redis://host:6379, rediss://host:6379, ' +
        'redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379.',
    );
  }
  const secret = text('LOCUS_SHARED_SECRET');
  if (secret !== undefined && secret.length < LEAST_SECRET) {
    throw new ConfigurationError(`LOCUS_SHARED_SECRET needs ${LEAST_SECRET} characters or more.`);
  }
  return { address, secret };
}

const LEAST_SECRET = 32;

/** Returns a service's address in its normal form, however it was written. */
function serviceAddress(name: string, text: Text, inFile: string | undefined): string | undefined {
  const given = text(name) ?? inFile;
  if (given === undefined) return undefined;
  const reading = readServiceAddress(given);
  if (reading.kind === 'address') return reading.url;
  // The address may hold a password.
  const shown = given.includes('@') ? 'an address with a name' : JSON.stringify(given);
  throw new ConfigurationError(
    `${name} has ${shown}; it should be https://…, or http://… on this machine, with a path at most.`,
  );
}

function toOrigin(text: string): string {
  const value = text.trim();
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && url.origin !== 'null') return url.origin;
  const wanted = 'each should be an origin such as https://excel.example.com';
  throw new ConfigurationError(`LOCUS_ORIGINS has ${JSON.stringify(value)}; ${wanted}.`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable's text; undefined if it is unset or blank. */
type Text = (name: string) => string | undefined;

/** Reads variables. `unused` returns those that have a name like ours but that nothing has read. */
function readEnvironment(environment: Environment) {
  const read = new Set(OF_OTHER_PROGRAMS);
  const text: Text = (name) => {
    read.add(name);
    return environment[name]?.trim() || undefined;
  };
  const isUnused = (name: string): boolean => name.startsWith('LOCUS_') && !read.has(name);
  return { text, unused: () => Object.keys(environment).filter(isUnused).sort() };
}

/** Variables that other programs may use in the same shell. LOCUS_CONFIG is read elsewhere. */
const OF_OTHER_PROGRAMS = ['LOCUS_CONFIG', 'LOCUS_ADMIN_URL', 'LOCUS_KEY', 'LOCUS_SERVICE'];

/** @throws ConfigurationError unless it is an http(s) URL. */
function address(name: string, text: Text): string | undefined {
  const value = text(name);
  if (value === undefined || (URL.canParse(value) && /^https?:/i.test(value))) return value;
  throw new ConfigurationError(
    `${name} has ${JSON.stringify(value)}; it should be an http(s) URL.`,
  );
}

/** @throws ConfigurationError unless it is a whole number from `least` to `most`. */
function whole(name: string, text: Text, least = 0, most = 65_535): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  const wanted = `it should be a whole number from ${least} to ${most}`;
  throw new ConfigurationError(`${name} has ${JSON.stringify(value)}; ${wanted}.`);
}
