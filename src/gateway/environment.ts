import { ConfigurationError } from './configuration-error';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable's text; undefined if it is unset or blank. */
export type Text = (name: string) => string | undefined;

/** Reads variables, and remembers which were read. */
export function readEnvironment(environment: Environment): {
  readonly text: Text;
  /** Variables that are ours by name, but that nothing has read. */
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

/** Variables of the command lines, perhaps in the same shell; LOCUS_CONFIG is read elsewhere. */
const OF_OTHER_PROGRAMS = ['LOCUS_CONFIG', 'LOCUS_ADMIN_URL', 'LOCUS_KEY', 'LOCUS_SERVICE'];

/** @throws ConfigurationError unless it is an http(s) URL. */
export function address(name: string, text: Text): string | undefined {
  const value = text(name);
  if (value === undefined || (URL.canParse(value) && /^https?:/i.test(value))) return value;
  throw new ConfigurationError(
    `${name} has ${JSON.stringify(value)}; it should be an http(s) URL.`,
  );
}

/** @throws ConfigurationError unless it is a whole number from `least` to `most`. */
export function whole(name: string, text: Text, least = 0, most = 65_535): number | undefined {
  const value = text(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  const wanted = `it should be a whole number from ${least} to ${most}`;
  throw new ConfigurationError(`${name} has ${JSON.stringify(value)}; ${wanted}.`);
}
