import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locus-dist-'));
  writeFileSync(join(folder, 'functions.js'), 'void 0;');
  writeFileSync(join(folder, 'manifest.xml'), '<a href="https://localhost:3000/taskpane.html"/>');
  writeFileSync(join(folder, 'manifest.json'), '{"page":"https://localhost:3000/taskpane.html"}');
  writeFileSync(join(folder, 'functions.json'), '{"helpUrl":"https://localhost:3000/help.html"}');
});
afterEach(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

const get = async (path: string): Promise<string> =>
  (await fetch(stage.gateway.people + path)).text();

describe('the add-in that the gateway serves', () => {
  it('names the gateway’s public address in its manifest and functions', async () => {
    stage = await openStage({ addInFolder: folder, publicUrl: 'https://locus.example.com' });
    expect(await get('/manifest.xml')).toBe('<a href="https://locus.example.com/taskpane.html"/>');
    expect(await get('/manifest.json')).toBe('{"page":"https://locus.example.com/taskpane.html"}');
    expect(await get('/functions.json')).toContain('https://locus.example.com/help.html');
    expect(await get('/functions.js')).toBe('void 0;');
  });

  it('opens its workbench empty, as the sample workbook would spend the team’s budget', async () => {
    writeFileSync(join(folder, 'workbench.html'), '<!doctype html><html lang="en"></html>');
    stage = await openStage({ addInFolder: folder });
    const marked = '<!doctype html><html data-service="gateway" lang="en"></html>';
    expect([await get('/'), await get('/workbench.html')]).toEqual([marked, marked]);
  });

  it('lets in no foreign script, and no foreign page may frame the workbench; Office frames the pane', async () => {
    for (const page of ['workbench', 'taskpane', 'help']) {
      writeFileSync(join(folder, `${page}.html`), '<!doctype html><html lang="en"></html>');
    }
    stage = await openStage({ addInFolder: folder });
    const policyOf = async (path: string): Promise<string> => {
      const { headers } = await fetch(stage.gateway.people + path);
      return headers.get('content-security-policy') ?? '';
    };
    for (const path of ['/', '/workbench.html']) {
      expect(await policyOf(path)).toMatch(/^script-src 'self'; frame-ancestors 'self';/);
    }
    for (const path of ['/taskpane.html', '/help.html']) {
      const policy = await policyOf(path);
      expect(policy).toMatch(/^script-src 'self' [^;]*https:\/\/appsforoffice\.microsoft\.com/);
      expect(policy).not.toMatch(/frame-ancestors|unsafe-inline/);
      expect(policy).toContain("object-src 'none'; base-uri 'none'");
    }
    expect(await policyOf('/functions.js')).toBe('');
  });

  it('names the address it listens on, where it has no other', async () => {
    stage = await openStage({ addInFolder: folder });
    expect(await get('/manifest.xml')).toContain(`"${stage.gateway.people}/taskpane.html"`);
  });
});
