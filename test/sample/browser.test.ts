import { spawn } from 'node:child_process';
import { openBrowser } from '../../src/sample/browser';

const address = 'http://localhost:3000';

describe('opening a browser', () => {
  test.each([
    ['linux', ['xdg-open', address]],
    ['darwin', ['open', address]],
    ['win32', ['cmd', '/c', 'start', '', address]],
  ] as const)('on %s runs %j', (platform, expected) => {
    const ran: unknown[] = [];
    const run = ((command: string, args: readonly string[]) => {
      ran.push([command, ...args]);
      return { on: () => undefined, unref: () => undefined };
    }) as unknown as typeof spawn;
    openBrowser(address, { platform, run });
    expect(ran).toEqual([expected]);
  });

  test('does nothing if there is none', async () => {
    let child: ReturnType<typeof spawn> | undefined;
    const run = (() => (child = spawn('/no/such/browser', []))) as unknown as typeof spawn;
    openBrowser(address, { platform: 'linux', run });
    await new Promise((resolve) => child?.once('error', resolve));
  });

  test('survives a system that starts no programs', () => {
    const run = (() => {
      throw new Error('no');
    }) as unknown as typeof spawn;
    expect(() => openBrowser(address, { platform: 'linux', run })).not.toThrow();
  });
});
