import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isRecord, ownField, parseJson } from '../engine/contract/json-checks';
import { PINCODE_RULES } from '../engine/places/pincode';
import { UsageError } from './exit-code';

type Reader = (value: unknown) => string | number | undefined;

const textIn: Reader = (value) => (typeof value === 'string' ? value : undefined);
const whole =
  (least: number, most: number): Reader =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? Number(value)
      : undefined;

/**
 * The settings that a profile may have. A key is not among them, because files of settings are
 * copied and shared.
 */
const SETTINGS: Readonly<Record<string, Reader>> = {
  service: textIn,
  attributeService: textIn,
  modelService: textIn,
  keyFile: textIn,
  names: (value) =>
    Array.isArray(value) && value.every((name) => typeof name === 'string')
      ? value.join(',')
      : textIn(value),
  model: textIn,
  maxCalls: whole(0, 1e12),
  concurrency: whole(1, 200),
  price: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
  pincodes: (value) => PINCODE_RULES.find((rule) => rule === value),
  cache: textIn,
};

type Profile = Readonly<Record<string, string | number>>;

/** The path of `config.json` in the platform's folder for settings. */
function profileFile(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CONFIG_HOME, APPDATA } = environment;
  const folder =
    platform === 'win32' ? (APPDATA ?? homedir()) : XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'locus', 'config.json');
}

/**
 * Sets the options that the profile has and the command line does not. A profile that is named
 * takes precedence over the environment; the default one does not.
 *
 * @throws UsageError that quotes no value of the file.
 */
export function applyProfile(command: Command, environment: NodeJS.ProcessEnv): void {
  if (!command.options.some((option) => option.attributeName() === 'profile')) return;
  const named = command.opts<{ profile?: string }>().profile;
  const path = profileFile(environment, process.platform);
  const profile = readProfile(path, named);
  if (profile === undefined) return;
  const isFromEnvironment = named === undefined && environment['LOCUS_SERVICE'] !== undefined;
  const given = (name: string): boolean => {
    const source = command.getOptionValueSource(name);
    return source !== undefined && source !== 'default';
  };
  const wantsElse = (name: string): boolean =>
    (name === 'names' && given('model')) ||
    (name === 'model' && (given('names') || profile['names'] !== undefined)) ||
    (/service$/i.test(name) && (isFromEnvironment || (name !== 'service' && given('service'))));
  for (const [name, value] of Object.entries(profile)) {
    const isOption = command.options.some((option) => option.attributeName() === name);
    if (!isOption || given(name) || wantsElse(name)) continue;
    command.setOptionValueWithSource(name, value, 'config');
  }
}

function readProfile(path: string, named: string | undefined): Profile | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (ownField(error, 'code') !== 'ENOENT') throw new UsageError(`${path} can’t be read.`);
    if (named === undefined) return undefined;
    throw new UsageError(`There is no profile “${named}”: ${path} doesn’t exist.`);
  }
  const file = parseJson(text);
  const profiles = ownField(file, 'profiles');
  if (!isRecord(profiles)) {
    throw new UsageError(
      `${path} should be JSON like {"profiles": {"work": {"service": "https://…"}}}.`,
    );
  }
  const usual = ownField(file, 'profile');
  const name = named ?? (typeof usual === 'string' ? usual : '');
  if (name === '') return undefined;
  if (!Object.hasOwn(profiles, name)) {
    const others = Object.keys(profiles).map((each) => `“${each}”`);
    const there = others.length === 0 ? 'It has none' : `It has ${others.join(', ')}`;
    throw new UsageError(`${path} has no profile “${name}”. ${there}.`);
  }
  const refuse = (why: string): UsageError =>
    new UsageError(
      `${path}: profile “${name}”: ${why}. Settings are ${Object.keys(SETTINGS).join(', ')}.`,
    );
  const given = profiles[name];
  if (!isRecord(given) || Array.isArray(given)) throw refuse('it has a value that it can’t have');
  const read = Object.entries(given).map(([field, value]): [string, string | number] => {
    const reader = Object.hasOwn(SETTINGS, field) ? SETTINGS[field] : undefined;
    if (reader === undefined && /key|token|secret|password/i.test(field)) {
      throw new UsageError(
        `${path}: profile “${name}” holds “${field}”. A profile holds no key: set LOCUS_KEY, or name a file with "keyFile". Change this key if others can read the file.`,
      );
    }
    if (reader === undefined) throw refuse(`“${field}” is no setting`);
    const setting = reader(value);
    if (setting === undefined) throw refuse(`“${field}” has a value that it can’t have`);
    return [field, setting];
  });
  return Object.fromEntries(read);
}
