import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import type { CommandPorts } from './command-ports';

type Terminal = Pick<CommandPorts, 'input' | 'messages' | 'interrupted'>;

/** Whether there is a person to ask. */
export function hasPerson({ input, messages }: Terminal): boolean {
  return input.isTTY === true && messages.isTTY === true;
}

export async function askYes(question: string, terminal: Terminal): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `, terminal, terminal.messages);
  return /^y(es)?$/i.test(answer.trim());
}

/** Reads a line without echoing it. */
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
