import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { spawn } from 'node:child_process';
import { runCommandLine } from '../../src/cli/command-line';
import { Interrupted } from '../../src/cli/command-ports';
import { createNodeClock } from '../../src/node/node-clock';
import { startFaultyService, type FaultyService } from '../gateway/faulty-service';

/** The command line in this process, or the one that `LOCUS_CLI` names in its own, over a service on loopback and a folder of its own. */
export interface CliStage {
  readonly service: FaultyService;
  readonly folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly environment?: Record<string, string>;
  /** Aborted, it is as if a person had pressed Ctrl+C. */
  readonly interrupt?: AbortController;
  /** Interrupts as soon as the messages hold this text. */
  readonly until?: string;
}

export interface RunResult {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
}

export async function openCliStage(): Promise<CliStage> {
  const service = await startFaultyService();
  const folder = mkdtempSync(join(tmpdir(), 'locus-cli-'));
  const path = (name: string): string => join(folder, name);
  return {
    service,
    folder,
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
    read: (name) => readFileSync(path(name), 'utf8'),
    async run(
      args,
      { input = '', environment = {}, until, interrupt = new AbortController() } = {},
    ) {
      const own = {
        LOCUS_SERVICE: service.url,
        LOCUS_KEY: service.key,
        XDG_CACHE_HOME: path('cache'),
        ...environment,
      };
      const program = process.env['LOCUS_CLI'];
      if (program !== undefined) return runProgram([program, ...args], input, own);
      const [output, messages] = [new PassThrough(), new PassThrough()];
      messages.on('data', (said) => {
        if (until !== undefined && String(said).includes(until)) interrupt.abort(interruption());
      });
      const texts = [textOf(output), textOf(messages)];
      const code = await runCommandLine(args, {
        input: Readable.from([Buffer.from(input)]) as never,
        output,
        messages,
        environment: own,
        clock: createNodeClock(),
        interrupted: interrupt.signal,
      });
      output.end();
      messages.end();
      const [shown = '', said = ''] = await Promise.all(texts);
      return { code, output: shown, messages: said };
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As Ctrl+C does it. */
export function interruption(): Interrupted {
  return new Interrupted();
}

async function runProgram(
  args: readonly string[],
  input: string | Uint8Array,
  environment: Record<string, string>,
): Promise<RunResult> {
  const env = { PATH: process.env['PATH'], ...environment };
  const program = spawn(process.execPath, args, { env });
  const [output, messages] = [new PassThrough(), new PassThrough()];
  program.stdout.pipe(output);
  program.stderr.pipe(messages);
  // A program that is done reads no more.
  program.stdin.on('error', () => undefined).end(input);
  const texts = [textOf(output), textOf(messages)];
  const [code] = (await once(program, 'close')) as [number];
  const [shown = '', said = ''] = await Promise.all(texts);
  return { code, output: shown, messages: said };
}

async function textOf(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
