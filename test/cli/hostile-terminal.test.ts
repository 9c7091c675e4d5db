import { PassThrough } from 'node:stream';
import * as xlsx from '@e965/xlsx';
import { visibleStream } from '../../src/cli/command-ports';
import { visibleJson, visibleText } from '../../src/engine/language/visible-text';
import { openCliStage, type CliStage } from './cli-stage';

let stage: CliStage;
beforeEach(async () => (stage = await openCliStage()));
afterEach(() => stage.close());

/** Clears a screen, in two ways; rings; hides what follows; turns text around. */
const HOSTILE = '\x1B[2J\x9B2J\x07\x08\u202Etxet';
/** What steers a terminal, but tabs and line ends. */
const STEERS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/;

const run = (...args: readonly string[]) => stage.run(args);
const enrich = (path: string, ...rest: readonly string[]) =>
  run('enrich', path, '-o', stage.path('out.csv'), '--names', 'a', ...rest);

describe('nothing that a file, a person or a service writes steers a terminal', () => {
  it.each([
    ['a header', `lat,lng,${HOSTILE}\n1,2\n`],
    ['a header of places', `lat ${HOSTILE},lng ${HOSTILE}\n1,2\n`],
    ['a place that is none', `lat,lng\n${HOSTILE},2\n`],
  ])('%s', async (_where, content) => {
    const { messages } = await enrich(stage.write('in.csv', content));
    expect(messages).not.toMatch(STEERS);
    const json = await enrich(stage.path('in.csv'), '--json');
    expect(json.output + json.messages).not.toMatch(STEERS);
  });

  it('a file’s name, a column, an encoding, a command', async () => {
    const said = [
      await enrich(stage.write(`${HOSTILE}.csv`, 'lat,lng\n1,2\n')),
      await enrich(stage.write('in.csv', 'lat,lng\n1,2\n'), '--lat', HOSTILE),
      await enrich(stage.path('in.csv'), '--encoding', HOSTILE),
      await run(HOSTILE),
    ];
    for (const { messages } of said) {
      expect(messages).toContain('␛[2J');
      expect(messages).not.toMatch(STEERS);
    }
  });

  it('a sheet’s name', async () => {
    const book = xlsx.utils.book_new();
    const sheet = xlsx.utils.aoa_to_sheet([
      ['lat', 'lng'],
      [1, 2],
    ]);
    xlsx.utils.book_append_sheet(book, sheet, 'a\u202Eb');
    const file = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const { messages } = await enrich(stage.write('in.xlsx', file));
    expect(messages).toContain('a<U+202E>b');
  });
});

describe('a reply of the service or of a gateway', () => {
  const reply = (status: number, body: unknown) => ({
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'x-request-id': '\x9B2J', 'retry-after': '\x9B2J' },
  });

  it.each([
    ['a value', reply(200, { status: 200, data: { a: HOSTILE, [HOSTILE]: 1 }, score: HOSTILE })],
    ['an answer’s message', reply(200, { status: 400, message: HOSTILE })],
    ['an error', reply(400, { status: 400, message: HOSTILE, error: HOSTILE, detail: [HOSTILE] })],
    ['a page', reply(500, `<html>${HOSTILE}</html>`)],
    ['a page in place of an answer', reply(200, HOSTILE)],
  ])('steers no terminal: %s', async (_what, fate) => {
    stage.service.fate = () => fate;
    const path = stage.write('in.csv', 'lat,lng\n1,2\n');
    const place = ['--lat', '1', '--lng', '2'];
    const said = [
      await run('enrich', path, '-o', stage.path('out.csv'), '--names', 'a'),
      await run('enrich', path, '-o', stage.path('out.csv'), '--names', 'a', '--json', '--force'),
      await run('enrich', path, '-o', stage.path('scores.csv'), '--model', 'm'),
      await run('score', 'm', ...place),
      await run('test'),
      await run('names'),
    ];
    expect(stage.service.calls.length).toBeGreaterThan(0);
    for (const { messages, output } of said) {
      expect(messages).not.toMatch(STEERS);
      expect(output).not.toMatch(STEERS);
    }
  });
});

it('a pipe gets values as they are, a terminal what can be seen of them', async () => {
  stage.write('in.csv', `lat,lng,note\n1,2,${HOSTILE}\n`);
  const { output } = await run('enrich', stage.path('in.csv'), '--names', 'a');
  expect(output).toContain(HOSTILE);
  const terminal = new PassThrough();
  visibleStream(terminal).write(Buffer.from(`${HOSTILE}\r\n`));
  expect(String(terminal.read())).toBe('␛[2J<U+009B>2J␇␈<U+202E>txet\r\n');
});

it('line ends and tabs stay, and JSON stays the same JSON', () => {
  expect(visibleText('a\tb\r\nc\n')).toBe('a\tb\r\nc\n');
  expect(visibleText('a\rb')).toBe('a␍b');
  const value = { note: HOSTILE };
  expect(JSON.parse(visibleJson(JSON.stringify(value)))).toEqual(value);
});
