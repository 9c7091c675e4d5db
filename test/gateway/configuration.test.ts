import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scorePrice } from '../../src/gateway/call-admission';
import { readConfiguration } from '../../src/gateway/configuration';
import { openStage } from './gateway-stage';
import { readProviderKey } from '../../src/gateway/provider-key';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'locus-config-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const both = {
  LOCUS_ATTRIBUTE_URL: 'https://a.example',
  LOCUS_MODEL_URL: 'https://b.example',
  LOCUS_PROVIDER_KEY: 'key',
};
function withFile(content: string): { LOCUS_CONFIG: string } {
  const file = join(folder, 'gateway.config.json');
  writeFileSync(file, content);
  return { LOCUS_CONFIG: file };
}

it('prices a model that nobody lists as the dearest that is listed', () => {
  const given = { pricePerScore: 2, pricePerModel: { flood: 700 } };
  const { prices } = readConfiguration(withFile(JSON.stringify(given)));
  const models = ['flood', 'flo-od', 'retail'];
  expect(models.map((model) => scorePrice(prices, model))).toEqual([700e6, 700e6, 700e6]);
});

describe('the configuration', () => {
  it.each([
    ['india', 400, []],
    ['any', 200, ['SW1A 2AA']],
  ])(
    'lets codes of other countries through or not: LOCUS_PINCODES=%s',
    async (rule, status, sent) => {
      const { pincodes } = readConfiguration({ LOCUS_PINCODES: rule });
      const stage = await openStage({ pincodes });
      try {
        const { token } = await stage.person('Asha');
        const body = { address: '1 Mall', pincode: 'SW1A 2AA', variables: 'a' };
        expect((await stage.ask(token, body)).status).toBe(status);
        expect(stage.service.calls.map((call) => call.body['pincode'])).toEqual(sent);
      } finally {
        await stage.close();
      }
    },
  );

  it('is complete with nothing given, in front of the sample service', () => {
    const configuration = readConfiguration({});
    expect(configuration.upstream).toBeUndefined();
    expect(configuration).toMatchObject({ port: 8080, adminPort: 8081, upstreamConcurrency: 16 });
    expect(configuration.host).toBe('127.0.0.1');
  });

  it('takes the environment before the file', () => {
    const file = withFile('{"port":1,"windowMs":5,"origins":["https://x.example/"]}');
    const configuration = readConfiguration({ ...file, ...both, PORT: '2' });
    expect(configuration).toMatchObject({ port: 2, windowMs: 5, origins: ['https://x.example'] });
  });

  it.each([
    [
      { LOCUS_MODEL_URL: both.LOCUS_MODEL_URL },
      /LOCUS_ATTRIBUTE_URL is missing: LOCUS_MODEL_URL is set/,
    ],
    [{ LOCUS_ATTRIBUTE_URL: 'here' }, /LOCUS_ATTRIBUTE_URL has "here"; it should be https/],
    [{ ...both, LOCUS_ATTRIBUTE_URL: 'http://192.0.2.2:80' }, /should be https.*on this machine/],
    [{ ...both, LOCUS_MODEL_URL: 'https://a.example/?x=1' }, /LOCUS_MODEL_URL has .*x=1/],
    [{ ...both, LOCUS_PROVIDER_KEY: '' }, /LOCUS_PROVIDER_KEY_FILE is missing/],
    [{ LOCUS_PUBLIC_URL: 'ftp://x' }, /LOCUS_PUBLIC_URL has "ftp:\/\/x"/],
    [{ LOCUS_UPSTREAM_CONCURRENCY: '0' }, /"0"; it should be a whole number from 1 to 1000/],
    [
      { LOCUS_TIME_ZONE: 'Asia/Bengaluru' },
      /^LOCUS_TIME_ZONE has "Asia\/Bengaluru"; it should be a time zone’s name, such as Asia\/Kolkata, or UTC\.$/,
    ],
    [{ LOCUS_DEFAULT_CALLS_PER_DAY: 'many' }, /"many"; it should be a whole number from 0/],
    [{ LOCUS_TIME_ZONE: 'IST' }, /"IST"; it should be a time zone’s name/],
    [{ LOCUS_TIME_ZONE: '+05:30' }, /"\+05:30"; it should be a time zone’s name/],
    [{ PORT: '80.5' }, /PORT has "80.5"; it should be a whole number from 0 to 65535/],
    [{ LOCUS_ORIGINS: 'https://x.example,*' }, /LOCUS_ORIGINS has "\*"; each should be an origin/],
    [{ LOCUS_CONFIG: '/nowhere.json' }, /LOCUS_CONFIG names \/nowhere.json, which is missing/],
    [{ LOCUS_ADMIN_TOKEN: 'two words' }, /^LOCUS_ADMIN_TOKEN should be .* without spaces.$/],
    [{ LOCUS_ADMIN_TOKEN: 'ключ' }, /^LOCUS_ADMIN_TOKEN should be/],
    [{ LOCUS_ADMIN_TOKEN: 'x' }, /^LOCUS_ADMIN_TOKEN can be guessed. Give at least 12 characters/],
    [{ LOCUS_ADMIN_TOKEN: 'administrat' }, /^LOCUS_ADMIN_TOKEN can be guessed/],
    [{ LOCUS_ADMIN_TOKEN: '1212121212121212' }, /^LOCUS_ADMIN_TOKEN can be guessed/],
    [{ LOCUS_LOG_LEVEL: 'verbose' }, /"verbose"; it should be one of debug, info, .*silent/],
    [{ LOCUS_PINCODES: 'all' }, /LOCUS_PINCODES has "all"; it should be one of india, any/],
    [{ LOCUS_SHARED: 'http://x' }, /LOCUS_SHARED should be redis:/],
    [{ LOCUS_SHARED: 'redis://x', LOCUS_SHARED_SECRET: 'short' }, /LOCUS_SHARED_SECRET needs/],
  ])('names the field, what it has and what it should have: %j', (environment, message) => {
    expect(() => readConfiguration(environment as Record<string, string>)).toThrow(message);
  });

  it('names the variables that count for nothing', () => {
    const misspelt = { LOCUS_ORIGIN: 'https://x.example', LOCUS_SHARED_PASSWORD: 'x' };
    const { unused } = readConfiguration({ ...both, ...misspelt, LOCUS_KEY: 'x', HOME: '/' });
    expect(unused).toEqual(['LOCUS_ORIGIN', 'LOCUS_SHARED_PASSWORD']);
  });

  it('knows a service by one address, however it is written, and repeats no password', () => {
    const other = { ...both, LOCUS_ATTRIBUTE_URL: 'HTTPS://a.example:443/' };
    expect(readConfiguration(other).upstream).toEqual(readConfiguration(both).upstream);
    const named = { ...both, LOCUS_ATTRIBUTE_URL: 'https://user:hush@a.example' };
    expect(() => readConfiguration(named)).toThrow(/^((?!hush).)*$/);
  });

  it.each([
    ['{"windowMs":-1}', /windowMs has -1/],
    ['{"windowms":1}', /windowms/],
    ['{"pricePerModel":{"flood":-1}}', /pricePerModel.flood has -1/],
    ['{"tls":{"keyFile":"k"}}', /tls.certificateFile has nothing/],
    ['{"trustedProxies":["x"]}', /trustedProxies.0 has "x"/],
    ['{"trustedProxies":["10.0.0.0/8","10.0.0.0/33"]}', /trustedProxies.1 has "10.0.0.0.33"/],
    ['{', /is not JSON/],
  ])('says what is wrong with the file: %s', (content, message) => {
    expect(() => readConfiguration(withFile(content))).toThrow(message);
  });

  it('reads a key from a file that nobody else can read', () => {
    const file = join(folder, 'key');
    writeFileSync(file, ' secret-key\n', { mode: 0o600 });
    expect(readProviderKey({ kind: 'file', file })).toBe('secret-key');
    const open = join(folder, 'open');
    writeFileSync(open, 'secret-key', { mode: 0o640 });
    expect(() => readProviderKey({ kind: 'file', file: open })).toThrow(
      /^Others can read .*open \(mode 640\): chmod 600/,
    );
    expect(() => readProviderKey({ kind: 'file', file: join(folder, 'none') })).toThrow(
      /is missing/,
    );
  });

  it.each([
    ['nothing', '', /key holds no key/],
    ['blanks', '\uFEFF \n', /key holds no key/],
    ['a key and more', 'secret-key\n# until March\n', /more than a key/],
    ['a key in curly quotes', '“secret-key”', /no key can have/],
    ['a page', 'secret'.repeat(1000), /too long/],
  ])('takes %s for no key, and does not repeat it', (_what, content, message) => {
    const file = join(folder, 'key');
    writeFileSync(file, content, { mode: 0o600 });
    const read = () => readProviderKey({ kind: 'file', file });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret/);
  });

  it('reads a key as Kubernetes mounts it with fsGroup, unless the world may read it too', () => {
    const version = join(folder, '..2026_11_25_09_30_00.123456789');
    mkdirSync(version);
    writeFileSync(join(version, 'key'), 'secret-key', { mode: 0o440 });
    symlinkSync('..2026_11_25_09_30_00.123456789', join(folder, '..data'));
    const file = join(folder, 'key');
    symlinkSync(join('..data', 'key'), file);
    expect(readProviderKey({ kind: 'file', file })).toBe('secret-key');
    chmodSync(join(version, 'key'), 0o444);
    expect(() => readProviderKey({ kind: 'file', file })).toThrow(/mode 444/);
  });

  it('reads a key as systemd hands it over: for a group that the list of readers shows as', () => {
    const file = join(folder, 'key');
    writeFileSync(file, 'secret-key', { mode: 0o440 });
    const given = { ...both, LOCUS_PROVIDER_KEY: '', LOCUS_PROVIDER_KEY_FILE: file };
    const handedOver = { ...given, CREDENTIALS_DIRECTORY: folder };
    expect(readProviderKey(readConfiguration(handedOver).providerKey)).toBe('secret-key');
    expect(() => readProviderKey(readConfiguration(given).providerKey)).toThrow(/mode 440/);
    chmodSync(file, 0o444);
    expect(() => readProviderKey(readConfiguration(handedOver).providerKey)).toThrow(/mode 444/);
  });
});
