import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { LOOKUP_PATH } from '../../src/engine/contract/paths';

/** The built gateway, as a process of its own. */
export interface GatewayProgram {
  readonly people: string;
  readonly administrators: string;
  /** What its administrator asks, as in `POST /people`: the reply's JSON, whatever the status. */
  admin(what: string, body?: object): Promise<unknown>;
  /** What it has written so far. */
  output(): string;
  errors(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code; null after a signal that it did not catch. */
  readonly ended: Promise<number | null>;
}

const root = join(__dirname, '../..');

/** Resolves when it says that it is ready; rejects with what it wrote if it ends before. */
export async function startProgram(
  environment: Record<string, string>,
  /** Where its errors go, a file descriptor. */
  errorsTo?: number,
): Promise<GatewayProgram> {
  const child = run(environment, errorsTo);
  let output = '';
  let errors = '';
  child.stderr?.on('data', (data) => (errors += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      output += String(data);
      if (/^administrators: .+$/m.test(output)) resolve();
    });
    void ended.then((code) => reject(new Error(`${code}\n${output}${errors}`)));
  });
  const line = (name: string): string =>
    new RegExp(`^${name}: (http\\S+)$`, 'm').exec(output)?.[1] ?? '';
  const administrators = line('administrators');
  return {
    people: line('people'),
    administrators,
    async admin(what, body) {
      const [method = '', path = ''] = what.split(' ');
      const response = await fetch(`${administrators}/admin/api${path}`, {
        method,
        headers: { authorization: `Bearer ${environment['LOCUS_ADMIN_TOKEN']}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    },
    output: () => output,
    errors: () => errors,
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

function run(environment: Record<string, string>, errorsTo: number | undefined): ChildProcess {
  return spawn(process.execPath, ['build/gateway.cjs'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', errorsTo ?? 'pipe'],
  });
}

/** A token of a new person, Asha. */
export async function newToken(program: GatewayProgram): Promise<string> {
  const { id } = (await program.admin('POST /people', { name: 'Asha' })) as { id: string };
  return ((await program.admin(`POST /people/${id}/tokens`, {})) as { token: string }).token;
}

/** Asks for one attribute. */
export function ask(program: GatewayProgram, token: string, lat: number): Promise<Response> {
  return fetch(program.people + LOOKUP_PATH, {
    method: 'POST',
    headers: { 'x-api-key': token },
    body: JSON.stringify({ lat, lng: 1, variables: 'a' }),
  });
}
