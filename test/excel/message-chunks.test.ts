import fc from 'fast-check';

import { createMessageParts } from '../../src/excel/message-chunks';
import type { MessageParts } from '../../src/excel/message-chunks';

/** Two ends and the line between them, on which each text arrives when the test says so. */
function playedLine() {
  const texts: { readonly to: 'pane' | 'page'; readonly text: string }[] = [];
  const received = { pane: [] as unknown[], page: [] as unknown[] };
  const endOf = (own: 'pane' | 'page', other: 'pane' | 'page'): MessageParts =>
    createMessageParts({
      post: (text) => void texts.push({ to: other, text }),
      received: (message) => void received[own].push(message),
    });
  const ends = { pane: endOf('pane', 'page'), page: endOf('page', 'pane') };
  const longest = { characters: 0, atOnce: 0 };
  function arrive(): void {
    for (let sent = texts.shift(); sent !== undefined; sent = texts.shift()) {
      longest.characters = Math.max(longest.characters, sent.text.length);
      longest.atOnce = Math.max(longest.atOnce, texts.length + 1);
      ends[sent.to].take(sent.text);
    }
  }
  return { ...ends, received, longest, arrive };
}

test('a list of 20,000 places arrives whole, in parts of which one at a time is under way', () => {
  const { pane, received, longest, arrive } = playedLine();
  const places = Array.from({ length: 20_000 }, (_, row) => [row, 12.9352, `Shop “${row}” 🏠`]);
  pane.send({ kind: 'show', places });
  arrive();
  expect(received.page).toEqual([{ kind: 'show', places }]);
  expect(longest.characters).toBeLessThan(100_000);
  expect(longest.atOnce).toBe(1);
});

test('messages of any length arrive in order, each way, whatever is under way', () => {
  const message = fc.oneof(fc.string(), fc.integer(), fc.constant('x'.repeat(70_000)));
  const sending = fc.tuple(fc.constantFrom('pane' as const, 'page' as const), message);
  fc.assert(
    fc.property(fc.array(sending, { maxLength: 12 }), (sendings) => {
      const line = playedLine();
      for (const [from, what] of sendings) line[from].send(what);
      line.arrive();
      const from = (end: string) => sendings.flatMap(([one, what]) => (one === end ? [what] : []));
      expect(line.received).toEqual({ page: from('pane'), pane: from('page') });
    }),
  );
});

test.each(['', 'no JSON', '7', 'null', '{"type":"extension"}', '"taken"'])(
  'what somebody else sends is nothing: %p',
  (text) => {
    const { pane, received, arrive } = playedLine();
    pane.take(text);
    pane.send('whole');
    arrive();
    expect(received).toEqual({ pane: [], page: ['whole'] });
  },
);
