import { Writable, type Readable } from 'node:stream';
import { visibleText } from '../engine/language/visible-text';
import type { Clock } from '../engine/lookup';
import { createInterface } from 'node:readline/promises';

/** What commands need from outside: streams, environment, clock and interruption. */
export interface CommandPorts {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Called when the result goes to a file. Closing the standard output then ends nothing. */
  readonly onResultElsewhere?: () => void;
  /** Progress, prompts and errors, for people. */
  readonly messages: Writable & { readonly isTTY?: boolean };
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Aborted when a person presses Ctrl+C. */
  readonly interrupted: AbortSignal;
}

/**
 * Wraps a stream so that it shows the characters that would control a terminal. A file or a service
 * may contain anything.
 *
 * @param stream written to with whole characters.
 */
export function visibleStream<T extends Writable>(stream: T): T {
  const write = (chunk: string | Uint8Array, ...rest: readonly never[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    return stream.write(visibleText(text), ...rest);
  };
  return Object.create(stream, { write: { value: write } }) as T;
}

/** Thrown after a person has pressed Ctrl+C. */
export class Interrupted extends Error {}

type Terminal = Pick<CommandPorts, 'input' | 'messages' | 'interrupted'>;

/** Whether there is a person who can answer. */
export function hasPerson({ input, messages }: Terminal): boolean {
  return input.isTTY === true && messages.isTTY === true;
}

/** Asks a question to which only `y` and `yes` agree. */
export async function askYes(question: string, terminal: Terminal): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `, terminal, terminal.messages);
  return /^y(es)?$/i.test(answer.trim());
}

/** Asks for a line, and does not echo it. */
export async function askSecret(question: string, terminal: Terminal): Promise<string> {
  terminal.messages.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await ask('', terminal, silent);
  terminal.messages.write('\n');
  return answer;
}

/** The line that a person types; "" if the input ends instead, as it does after Ctrl+D. */
async function ask(
  question: string,
  { input, interrupted }: Terminal,
  output: Writable,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  const interrupt = (): void => void process.kill(process.pid, 'SIGINT');
  lines.on('SIGINT', interrupt);
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(question, { signal: interrupted }), ended]);
  } catch {
    interrupted.throwIfAborted();
    return '';
  } finally {
    lines.close();
  }
}
