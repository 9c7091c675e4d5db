import { createFirstAsking } from '../../../src/addin/start/first-asking';
import { createConnectionStore } from '../../../src/addin/device/connection-store';
import { createFakeStorage } from '../device/fake-storage';
import { createFakeWorkbookParts } from '../spreadsheet/fake-workbook-parts';

const HERE = { attributeUrl: 'https://api.example.com', modelUrl: 'https://api.example.com' };
const DEMONSTRATION = 'demonstration-key';

interface Stage {
  /** The host says when a person types. @default true */
  readonly hearsEdits?: boolean;
  /** Cells that wait for a key. */
  readonly failing?: number;
  readonly key?: string;
}

function open({ hearsEdits = true, failing = 0, key }: Stage = {}) {
  let asksFirst = false;
  let type = (): void => {};
  let openAnother = (): void => {};
  const connection = createConnectionStore({
    storage: createFakeStorage(),
    defaults: HERE,
    demonstrationKey: DEMONSTRATION,
  });
  connection.forget();
  const save = (credential: string) => connection.save({ credential, shouldRemember: false });
  if (key !== undefined) save(key);
  const firstAsking = createFirstAsking({
    host: {
      ...(hearsEdits && { edits: (listener) => (type = listener) }),
      parts: {
        ...createFakeWorkbookParts().parts,
        subscribe(listener) {
          openAnother = listener;
          return () => {};
        },
      },
      demonstrationKey: DEMONSTRATION,
      defaultAddresses: HERE,
    },
    connection,
    problems: {
      list: () =>
        Array.from({ length: failing }, (_, row) => ({
          ...{ address: `S!A${row + 1}`, code: 'no-key', message: '', count: 1, at: 0 },
        })) as never,
    },
    spending: { askFirst: (isOn) => (asksFirst = isOn) },
  });
  return {
    save,
    forget: () => connection.forget(),
    acted: firstAsking.acted,
    type: () => type(),
    openAnother: () => openAnother(),
    asksFirst: () => asksFirst,
  };
}

describe('a workbook that nobody has acted on', () => {
  it('is asked about first once a person’s own key is saved', () => {
    const { save, asksFirst } = open();
    expect(asksFirst()).toBe(false);
    save('own-key');
    expect(asksFirst()).toBe(true);
  });

  it('is asked about first if the device remembers a key', () => {
    expect(open({ key: 'own-key' }).asksFirst()).toBe(true);
  });

  it('is not asked about with a demonstration’s key, or after the key is gone', () => {
    const { save, forget, asksFirst } = open();
    save(DEMONSTRATION);
    expect(asksFirst()).toBe(false);
    save('own-key');
    forget();
    expect(asksFirst()).toBe(false);
  });

  it.each([
    ['a person types in it', 'type'],
    ['a person asks for values from the pane', 'acted'],
  ] as const)('is no longer asked about when %s', (_, act) => {
    const stage = open({ key: 'own-key' });
    stage[act]();
    expect(stage.asksFirst()).toBe(false);
    stage.save('another-key');
    expect(stage.asksFirst()).toBe(false);
    stage.openAnother();
    expect(stage.asksFirst()).toBe(true);
  });
});

describe('where the host does not say when a person types', () => {
  it('asks first about the cells that waited for the key, and about no others', () => {
    const waiting = open({ hearsEdits: false, failing: 3 });
    waiting.save('own-key');
    expect(waiting.asksFirst()).toBe(true);
    const empty = open({ hearsEdits: false });
    empty.save('own-key');
    expect(empty.asksFirst()).toBe(false);
  });
});
