import { spawn } from 'node:child_process';

export interface BrowserOptions {
  readonly platform: NodeJS.Platform;
  readonly run: typeof spawn;
}

/** Opens an address in the person's browser, if there is one. Never fails. */
export function openBrowser(
  address: string,
  { platform, run }: BrowserOptions = { platform: process.platform, run: spawn },
): void {
  const [command, ...args] = openCommand(address, platform);
  try {
    const child = run(command, args, { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // Without a browser, the person still has the printed address.
  }
}

function openCommand(address: string, platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // `start` belongs to the shell; its first quoted argument is a window's title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '', address];
  return ['xdg-open', address];
}
