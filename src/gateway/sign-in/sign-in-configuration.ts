import { z } from 'zod';
import { isLoopback } from '../../engine/client/service-address';
import { ConfigurationError } from '../configuration-error';
import { readSecretFile } from '../provider-key';

/** The company's own sign-in, such as Entra, Okta, Keycloak or Google. */
export interface SignInConfiguration {
  /** The issuer as its tokens name it. */
  readonly issuer: string;
  /** A token must be for one of these audiences. */
  readonly audiences: readonly string[];
  /** The `tid` that tokens must have. Undefined: tokens need none. */
  readonly tenant?: string | undefined;
  /** The address or the file of its public keys. Undefined: its metadata says where they are. */
  readonly keys?: string | undefined;
  readonly claims: ClaimNames;
  /** What happens when somebody signs in whom nobody has added. */
  readonly newPeople: 'create' | 'refuse';
  readonly groups: readonly GroupGrant[];
  /** The gateway's registration at the provider. */
  readonly client: SignInClient;
}

export interface SignInClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly scopes: string;
}

const SOME_TEXT = z.string().trim().min(1).max(2000);
const KEYS = SOME_TEXT.refine(
  (value) => !value.includes('://') || isSafeAddress(value),
  'It should be an https URL, or a file',
);

const ISSUER = SOME_TEXT.refine(isSafeAddress, 'It should be an https URL');
const CLAIMS = z.strictObject({
  /** Left out: `oid`, or else `sub`. */
  id: SOME_TEXT.optional(),
  name: SOME_TEXT.default('name'),
  email: SOME_TEXT.default('email'),
  groups: SOME_TEXT.default('groups'),
});
/** The names of the claims with these values. `realm_access.roles` is a claim within another. */
export type ClaimNames = Readonly<z.infer<typeof CLAIMS>>;

const GROUP = z.strictObject({
  group: SOME_TEXT,
  role: z.enum(['person', 'team-administrator', 'administrator']).optional(),
  /** A team's name. The team is created if it does not exist. */
  team: SOME_TEXT.max(200).optional(),
});
/** What the members of a group are granted. */
export type GroupGrant = Readonly<z.infer<typeof GROUP>>;

const OIDC = z.strictObject({
  issuer: ISSUER,
  clientId: SOME_TEXT,
  audience: z.union([SOME_TEXT, z.array(SOME_TEXT).min(1)]).optional(),
  keys: KEYS.optional(),
  tenant: SOME_TEXT.optional(),
  claims: CLAIMS.prefault({}),
  scopes: SOME_TEXT.default('openid profile email'),
  newPeople: z.enum(['create', 'refuse']).default('refuse'),
  groups: z.array(GROUP).max(1000).default([]),
});
export const OIDC_FIELD = z.strictObject(OIDC.shape).partial();

const ENGINE = z.strictObject({
  issuer: ISSUER,
  audience: SOME_TEXT,
  /** The `sub` of its tokens. */
  subject: SOME_TEXT,
  /** The ID of the person whose budget it spends. */
  person: SOME_TEXT,
  /** Left out: the issuer's metadata says where they are. */
  keys: KEYS.optional(),
});
/** A warehouse that identifies itself by a token of its cloud. */
export type EngineIdentity = Readonly<z.infer<typeof ENGINE>>;
export const ENGINES_FIELD = z.array(ENGINE).max(100);

type Text = (name: string) => string | undefined;

/**
 * Reads the sign-in from the configuration.
 *
 * @throws ConfigurationError if it is only partly set. The message never quotes the client's
 * secret.
 */
export function readSignIn(
  text: Text,
  file: z.infer<typeof OIDC_FIELD> | undefined,
): SignInConfiguration | undefined {
  const secret = clientSecret(text);
  const ours = Object.entries(OIDC_VARIABLES).flatMap(([field, name]) => {
    const value = text(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  if (file === undefined && ours.length === 0) {
    if (secret === undefined) return undefined;
    throw new ConfigurationError('LOCUS_OIDC_ISSUER is missing: a client’s secret is set.');
  }
  const found = demandWhole({ ...file, ...Object.fromEntries(ours), ...audiencesOf(text) });
  const { audience = found.clientId, clientId, scopes, ...rest } = found;
  return { ...rest, audiences: [audience].flat(), client: { id: clientId, secret, scopes } };
}

const OIDC_VARIABLES: Readonly<Record<string, string>> = {
  issuer: 'LOCUS_OIDC_ISSUER',
  clientId: 'LOCUS_OIDC_CLIENT_ID',
  audience: 'LOCUS_OIDC_AUDIENCE',
  newPeople: 'LOCUS_OIDC_NEW_PEOPLE',
};

function demandWhole(found: Readonly<Record<string, unknown>>): z.infer<typeof OIDC> {
  const result = OIDC.safeParse(found);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  const field = String(path[0]);
  const inFile = `oidc.${path.join('.')}`;
  const variable = Object.hasOwn(OIDC_VARIABLES, field) ? OIDC_VARIABLES[field] : undefined;
  const value = Object.hasOwn(found, field) ? found[field] : undefined;
  const has = value === undefined ? 'is missing' : `has ${JSON.stringify(value)}`;
  const name = variable === undefined ? inFile : `${variable} (${inFile})`;
  throw new ConfigurationError(`${name} ${has}. ${issue?.message ?? ''}.`);
}

function audiencesOf(text: Text): { readonly audience?: readonly string[] } {
  const list = text('LOCUS_OIDC_AUDIENCE')
    ?.split(',')
    .map((each) => each.trim());
  return list === undefined ? {} : { audience: list.filter((each) => each !== '') };
}

function clientSecret(text: Text): string | undefined {
  const secret = text('LOCUS_OIDC_CLIENT_SECRET');
  const file = text('LOCUS_OIDC_CLIENT_SECRET_FILE');
  if (secret !== undefined || file === undefined) return secret;
  const read = readSecretFile(file, text('CREDENTIALS_DIRECTORY')).trim();
  if (read === '') throw new ConfigurationError(`${file} holds no secret.`);
  return read;
}

/**
 * The issuer as it is configured, with and without a slash at its end, since providers write it
 * either way.
 */
export function issuerSpellings(issuer: string): readonly string[] {
  return [issuer, issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`];
}

/**
 * Whether an address is encrypted or on this machine. Otherwise nobody can tell who answers a
 * request.
 */
export function isSafeAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && isLoopback(url.hostname);
}
