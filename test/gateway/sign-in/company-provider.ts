import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfiguration } from '../../../src/gateway/configuration';

/** A provider of the company's sign-in: the real `oidc-provider`, in a process of its own. */
export interface Provider {
  readonly issuer: string;
  stop(): Promise<void>;
  /** With new keys, perhaps a clock that is off, at the same address. */
  restart(offsetMs?: number): Promise<void>;
}

/** The configuration of a gateway whose people sign in there. */
export function signInWith({ issuer }: Pick<Provider, 'issuer'>) {
  const settings = { LOCUS_OIDC_ISSUER: issuer, LOCUS_OIDC_CLIENT_ID: 'locus' };
  return readConfiguration(settings).signIn;
}

export async function startProvider(secret?: string): Promise<Provider> {
  let port = 0;
  let child: ChildProcess;
  const start = async (offsetMs = 0): Promise<string> => {
    const given = JSON.stringify({ port, offsetMs, secret });
    child = spawn(process.execPath, [join(__dirname, 'provider.mjs'), given], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const issuer = line.toString().trim();
    port = Number(new URL(issuer).port);
    return issuer;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const issuer = await start();
  return {
    issuer,
    stop,
    async restart(offsetMs) {
      await stop();
      await start(offsetMs);
    },
  };
}

/** A browser that follows redirects, and keeps cookies as one does: by host, not by port. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly who: string) {}

  async get(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookie, 'x-who': this.who, ...headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** @returns the address at which the redirects end, and all on the way. */
  async follow(address: string): Promise<{ readonly at: string; readonly way: readonly string[] }> {
    const way: string[] = [];
    for (let at = address; way.length < 20;) {
      way.push(at);
      const next = (await this.get(at)).headers.get('location');
      if (next === null) return { at, way };
      at = new URL(next, at).href;
    }
    throw new Error(way.join('\n'));
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
