import { PassThrough } from 'node:stream';
import { askSecret, askYes } from '../../src/cli/command-ports';
import { interruption } from './cli-stage';

/** A person at a terminal, who has not answered yet. */
function terminal() {
  const interrupt = new AbortController();
  const [input, messages] = [new PassThrough(), new PassThrough()];
  return { input, messages, interrupted: interrupt.signal, interrupt };
}

it('takes an answer', async () => {
  for (const [text, isYes] of [
    ['y', true],
    ['Yes', true],
    ['n', false],
    ['', false],
  ] as const) {
    const person = terminal();
    const answer = askYes('Continue?', person);
    person.input.write(`${text}\n`);
    expect(await answer).toBe(isYes);
  }
});

it('takes Ctrl+D, or a terminal that is gone, for no answer', async () => {
  const person = terminal();
  const answer = askYes('Continue?', person);
  person.input.end();
  expect(await answer).toBe(false);
  const other = terminal();
  const secret = askSecret('Key: ', other);
  other.input.write('\u0004');
  expect(await secret).toBe('');
});

it('is interrupted as a run is', async () => {
  const person = terminal();
  const answer = askYes('Continue?', person);
  const reason = interruption();
  person.interrupt.abort(reason);
  await expect(answer).rejects.toBe(reason);
});
