import { ConfigurationError } from './configuration-error';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's text; undefined where there is none. */
export type Text = (name: string) => string | undefined;

/** Reads variables, and remembers which. */
export function readEnvironment(environment: Environment): {
  readonly text: Text;
  /** Those of ours by their names that nothing has read. */
  readonly unused: () => readonly string[];
} {
  const read = new Set(OF_OTHER_PROGRAMS);
  return {
    text(name) {
      read.add(name);
      return environment[name]?.trim() || undefined;
    },
    unused: () => {
      const isOurs = (name: string): boolean => name.startsWith('LOCUS_') && !read.has(name);
      return Object.keys(environment).filter(isOurs).sort();
    },
  };
}

/** Of the command lines, which may be used in the same shell; the first says where the rest is. */
const OF_OTHER_PROGRAMS = ['LOCUS_CONFIG', 'LOCUS_ADMIN_URL', 'LOCUS_KEY', 'LOCUS_SERVICE'];

/** @throws ConfigurationError for what is no URL of the web. */
export function address(name: string, text: Text): string | undefined {
  const value = text(name);
  if (value === undefined || (URL.canParse(value) && /^https?:/i.test(value))) return value;
  throw new ConfigurationError(
    `${name} has ${JSON.stringify(value)}; it should be an http(s) URL.`,
  );
}

/** @throws ConfigurationError for what is no whole number between the two. */
export function whole(name: string, text: Text, least = 0, most = 65_535): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  const wanted = `it should be a whole number from ${least} to ${most}`;
  throw new ConfigurationError(`${name} has ${JSON.stringify(value)}; ${wanted}.`);
}
