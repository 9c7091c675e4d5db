import { atCommandLine, inPane, isAs } from '../../scripts/bench/reading/doors';
import type { Outcome } from '../../scripts/bench/reading/doors';
import { knownLists, LISTS_FOLDER, listsIn } from '../../scripts/bench/reading/lists';
import type { KnownList } from '../../scripts/bench/reading/lists';

const LISTS = knownLists(LISTS_FOLDER);
const KINDS = [...new Set(LISTS.map(({ kind }) => kind))];

/** What differs from what is right, with the line of the list. */
function differences({ at, outcomes }: KnownList, right: string, outcome: Outcome): string[] {
  if (!isAs(right, outcome)) return [`${at}: ${outcome.text}, not ${right}`];
  return [...outcomes].flatMap(([index, expected]) => {
    const became = outcome.rowAt(index);
    return became === expected ? [] : [`${at}, row ${index + 1}: ${became}, not ${expected}`];
  });
}

describe('lists as people have them', () => {
  it.each(KINDS)('are read rightly by the command line: %s', async (kind) => {
    const lists = LISTS.filter((list) => list.kind === kind);
    const found = await Promise.all(
      lists.map(async (list) => differences(list, list.right, await atCommandLine(list))),
    );
    expect(found.flat()).toEqual([]);
  });

  it.each(KINDS)('are read rightly in the pane: %s', (kind) => {
    const lists = LISTS.filter((list) => list.kind === kind);
    const found = lists.flatMap((list) => {
      // What the pane shows of a list that the command line refuses is not sent unseen.
      const outcomes: KnownList['outcomes'] =
        list.inPane === list.right ? list.outcomes : new Map();
      return differences({ ...list, outcomes }, list.inPane, inPane(list));
    });
    expect(found).toEqual([]);
  });
});

it('a list without what is right is none', () => {
  expect(() => listsIn('new.txt', '# odd\nLat | Lng\n1 | 2\n')).toThrow('new.txt:1');
});
