import { deviceSalt } from '../../../src/addin/device/device-salt';
import { createLocalStorage } from '../../../src/addin/device/local-storage';

function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
}

const blocked = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

describe('local storage', () => {
  it('keeps texts under a prefix of its own', () => {
    const browser = fakeStorage();
    const storage = createLocalStorage(
      () => browser,
      () => 'key-',
    );
    expect(storage.write('a', 'text')).toBe(true);
    expect(storage.read('a')).toBe('text');
    expect(browser.getItem('key-a')).toBe('text');
    storage.remove('a');
    expect(storage.read('a')).toBeUndefined();
  });

  it('keeps nothing and throws nothing if it is blocked', () => {
    const storage = createLocalStorage(blocked, () => '');
    expect(storage.write('a', 'text')).toBe(false);
    expect(storage.read('a')).toBeUndefined();
    expect(() => storage.remove('a')).not.toThrow();
  });
});

describe("the device's salt", () => {
  const hex = (digit: string) => () => digit.repeat(32);

  it('stays the same as long as the device keeps it', () => {
    const browser = fakeStorage();
    const storage = createLocalStorage(
      () => browser,
      () => '',
    );
    expect(deviceSalt(storage, hex('a'))).toBe('a'.repeat(32));
    expect(deviceSalt(storage, hex('b'))).toBe('a'.repeat(32));
  });

  it('is created again if it was damaged, and works if nothing is kept', () => {
    const browser = fakeStorage();
    const storage = createLocalStorage(
      () => browser,
      () => '',
    );
    storage.write('locus.salt', '{"version":1,"salt":"<script>"}');
    expect(deviceSalt(storage, hex('c'))).toBe('c'.repeat(32));
    expect(
      deviceSalt(
        createLocalStorage(blocked, () => ''),
        hex('d'),
      ),
    ).toBe('d'.repeat(32));
  });
});
