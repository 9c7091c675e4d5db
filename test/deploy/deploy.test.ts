import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import {
  createContextFilter,
  stagesOf,
  processOf,
} from '../../scripts/check/deploy/dockerfile.cjs';
import { readConfiguration } from '../../src/gateway/configuration';
import { codeBlocks } from '../documents/documents';
import { metricNames } from '../gateway/gateway-stage';

/** What `npm run test:deploy` starts is only read here, for what has to agree. */
const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const PAGE = 'docs/administrators/how-to.md';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe: { readonly httpGet?: { readonly path: string } };
  readonly livenessProbe: { readonly httpGet?: { readonly path: string } };
}
interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

const yamlOf = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as unknown;
  });
const manifests = readdirSync(join(root, 'deploy/kubernetes'))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => yamlOf(read(`deploy/kubernetes/${file}`))) as Manifest[];
const named = (kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name) as Manifest;
const pods = manifests.flatMap(({ kind, spec }) =>
  kind === 'Deployment' || kind === 'StatefulSet'
    ? [(spec as { template: { spec: Record<string, unknown> } }).template.spec]
    : [],
);
it('keeps on disks of their own what gateways and their store must not forget', () => {
  const sets = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const claimed = sets.map(({ metadata, spec }) => {
    const claims = (spec['volumeClaimTemplates'] ?? []) as Manifest[];
    return [metadata.name, ...claims.map((claim) => claim.metadata.name)];
  });
  expect(claimed.sort()).toEqual([
    ['locus-gateway', 'data'],
    ['locus-valkey', 'data'],
  ]);
  expect(JSON.stringify(pods)).not.toContain('emptyDir');
});

const containers = pods.flatMap((pod) => pod['containers'] as Container[]);
const gateway = containers.find(({ name }) => name === 'gateway') as Container;
const compose = yamlOf(read('compose.yaml'))[0] as {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: { readonly gateway: { readonly file: string } };
};
const stages = stagesOf(read('Dockerfile'));
const starts = processOf(stages.at(-1)!);

it('every setting in a deployment is one that the gateway reads', () => {
  const settings = [
    ...Object.keys(compose.services['gateway']?.environment ?? {}),
    ...gateway.env.map(({ name }) => name),
    ...starts.env.map(([name]) => name as string),
  ].filter((name) => name !== 'NODE_ENV');
  expect(settings.length).toBeGreaterThan(15);
  // Whatever begins otherwise is not reported, so it is listed.
  const others = settings.filter((name) => !name.startsWith('LOCUS_'));
  expect(others).toEqual(['HOST', 'ADMIN_HOST']);
  const environment = Object.fromEntries(settings.map((name) => [name, '']));
  // Its own settings are read only with it.
  const given = { ...environment, LOCUS_SHARED: 'redis://a:1', LOCUS_CONFIG: undefined };
  expect(readConfiguration(given).unused).toEqual([]);
});

it('the configuration files in deployments are ones that the gateway takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-deploy-'));
  const LOCUS_CONFIG = join(folder, 'gateway.config.json');
  for (const text of [
    read(compose.configs.gateway.file),
    named('ConfigMap', 'locus-gateway').data?.['gateway.config.json'] ?? '',
  ]) {
    writeFileSync(LOCUS_CONFIG, text);
    expect(readConfiguration({ LOCUS_CONFIG }).trustedProxies).toHaveLength(1);
  }
  // What the front network has is what is trusted.
  expect(read(compose.configs.gateway.file)).toContain(
    /subnet: (\S+) /.exec(read('compose.yaml'))?.[1],
  );
  rmSync(folder, { recursive: true });
});

it('a secret that was not filled in is refused', () => {
  const { stringData = {} } = named('Secret', 'locus-gateway');
  const starting = (more: object) => () => readConfiguration({ LOCUS_CONFIG: undefined, ...more });
  expect(new Set(Object.values(stringData))).toEqual(new Set(['replace-me']));
  expect(starting({ LOCUS_ADMIN_TOKEN: stringData['administrator-token'] })).toThrow(/guessed/);
  expect(
    starting({ LOCUS_SHARED: 'redis://a:1', LOCUS_SHARED_SECRET: stringData['shared-secret'] }),
  ).toThrow(/32 characters/);
  const used = [...JSON.stringify(pods).matchAll(/"key":"([\w-]+)"/g)].map(([, key]) => key);
  expect([...new Set(used)].sort()).toEqual(Object.keys(stringData).sort());
  // The page's command makes each of them.
  const page = read(PAGE);
  for (const key of Object.keys(stringData))
    expect(page).toMatch(
      `--from-(?:file|literal)=${key}=`.replace(
        '(?:file|literal)',
        key === 'provider-key' ? 'file' : 'literal',
      ),
    );
});

it('no key, token or password is in an image, a manifest or an address', () => {
  const mayEnter = createContextFilter(read('.dockerignore'));
  for (const file of [
    ...['secrets/provider-key', '.env', '.git/config', 'gateway.config.json', 'provider-key'],
    ...['gateway-data/gateway.mdb', 'deploy/nginx/certificates/locus.key', 'node_modules/a/b.js'],
    ...['.npmrc.local', 'docs/images/workbench.png', 'compose.yaml'],
  ]) {
    expect([file, mayEnter(file)]).toEqual([file, false]);
  }
  for (const file of ['src/gateway/main.ts', 'package-lock.json', 'tsconfig.base.json']) {
    expect([file, mayEnter(file)]).toEqual([file, true]);
  }
  const ignored = read('.gitignore').split('\n');
  for (const each of ['.env', 'secrets/', 'deploy/nginx/certificates/', 'gateway-data/']) {
    expect(ignored).toContain(each);
  }
  const isSecret = /KEY$|TOKEN|PASSWORD|SECRET/;
  expect(starts.env.filter(([name]) => isSecret.test(name ?? ''))).toEqual([]);
  for (const { name, value } of gateway.env) {
    if (isSecret.test(name)) expect([name, value]).toEqual([name, undefined]);
    expect(value ?? '').not.toMatch(/:\/\/[^/]*@/);
  }
  for (const [name, value] of Object.entries(compose.services['gateway']?.environment ?? {})) {
    if (isSecret.test(name)) expect(value).toMatch(/^\$\{\w+:\?[^}]+\}$/);
    expect(value).not.toMatch(/:\/\/[^/]*@/);
  }
});

it('images are named by their version, the same everywhere', () => {
  const images = [
    ...stages.map(({ image }) => image),
    ...Object.values(compose.services).map(({ image }) => image),
    ...containers.map(({ image }) => image),
  ];
  for (const image of images) expect(image).toMatch(/^[\w/-]+:\d+\.\d+\.\d+(?:-[\w-]+)?$/);
  const own = [...new Set(images)];
  expect(new Set(own.map((image) => image.split(':')[0])).size).toBe(own.length);
  const { version, engines } = JSON.parse(read('package.json')) as {
    readonly version: string;
    readonly engines: { readonly node: string };
  };
  expect(own).toContain(`locus-gateway:${version}`);
  expect(own.join()).toContain(`node:${engines.node.replace('>=', '')}.`);
});

it('a container starts as nobody in particular, on a root that is read-only, with every probe', () => {
  expect(starts.user).toBe('1000:1000');
  expect(starts.volumes).toEqual(['/data']);
  expect(starts.entrypoint).toEqual(['node', 'build/gateway.cjs']);
  expect(pods).toHaveLength(2);
  for (const pod of pods) {
    expect(pod['securityContext']).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod['automountServiceAccountToken']).toBe(false);
    for (const container of pod['containers'] as Record<string, unknown>[]) {
      expect(container['securityContext']).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container).toMatchObject({ readinessProbe: {}, livenessProbe: {} });
    }
  }
  for (const service of Object.values(compose.services)) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
});

it('two gateways survive a disruption, and what is asked of them is answered before they end', () => {
  const { spec } = named('StatefulSet', 'locus-gateway');
  expect(spec).toMatchObject({ replicas: 2, podManagementPolicy: 'Parallel' });
  expect(named('PodDisruptionBudget', 'locus-gateway').spec).toMatchObject({ minAvailable: 1 });
  const patience = /DRAIN_MS = (\d+)_000/.exec(read('src/gateway/gateway.ts'))?.[1];
  // Answers, then settles.
  const needed = 2 * Number(patience);
  const [pod] = pods;
  expect(pod?.['terminationGracePeriodSeconds']).toBeGreaterThan(needed);
  const grace = /stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1];
  expect(Number(grace)).toBeGreaterThan(needed);
});

it('every port and path is the gateway’s own', () => {
  const { port, adminPort } = readConfiguration({ LOCUS_CONFIG: undefined });
  expect(starts.ports).toEqual([port, adminPort]);
  expect(starts.health.at(-1)).toContain(`:${adminPort}/healthz`);
  expect(gateway.ports).toEqual([
    { name: 'people', containerPort: port },
    { name: 'administrators', containerPort: adminPort },
  ]);
  const admin = read('src/gateway/admin-app.ts');
  for (const { readinessProbe, livenessProbe } of [gateway]) {
    expect([readinessProbe.httpGet?.path, livenessProbe.httpGet?.path]).toEqual([
      '/readyz',
      '/healthz',
    ]);
  }
  for (const path of ['/readyz', '/healthz', '/metrics']) expect(admin).toContain(`'${path}'`);
  expect(compose.services['gateway']?.ports).toEqual([`127.0.0.1:${adminPort}:${adminPort}`]);
  expect(read('deploy/nginx/locus.conf')).toContain(`http://gateway:${port};`);
  const allowed = JSON.stringify(named('NetworkPolicy', 'locus-gateway').spec);
  for (const each of [port, adminPort]) expect(allowed).toContain(`{"port":${each}}`);
});

it('nginx takes its configuration, where nginx is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-deploy-'));
  // Without TLS: `npm run test:deploy` has it, with certificates.
  const servers = read('deploy/nginx/locus.conf')
    .replace('listen 443 ssl;', `listen unix:${folder}/socket;`)
    .replaceAll(/ssl_certificate.*;/g, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${servers}}\n`,
  );
  const { error, stderr } = spawnSync('nginx', ['-e', 'stderr', '-p', folder, '-c', file, '-t'], {
    encoding: 'utf8',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  rmSync(folder, { recursive: true });
  if (error === undefined) expect(stderr).toContain('syntax is ok');
});

it('every metric in a rule or on the dashboard is one that the gateway has', async () => {
  const known = await metricNames();
  const rules = ['locus.rules.yaml', 'locus.rules.test.yaml'].map((file) =>
    read(`deploy/prometheus/${file}`),
  );
  const dashboard = read('deploy/grafana/locus-gateway.json');
  const used = [...rules, dashboard].join('\n').match(/locus_gateway_\w+/g) ?? [];
  const names = used.map((name) => name.replace(/_bucket$/, ''));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  // A dashboard has all there is.
  const shown = dashboard.match(/locus_gateway_\w+/g)?.map((name) => name.replace(/_bucket$/, ''));
  expect([...new Set(shown)].sort()).toEqual(known.sort());
});

it('every alert is on the page, and tried by promtool’s own tests', () => {
  const alerts = [...read('deploy/prometheus/locus.rules.yaml').matchAll(/alert: (\w+)/g)].map(
    ([, name = '']) => name,
  );
  const onPage = [...read(PAGE).matchAll(/`(Locus[A-Z]\w+)`/g)].map(([, name = '']) => name);
  expect(onPage.sort()).toEqual([...alerts].sort());
  const tried = read('deploy/prometheus/locus.rules.test.yaml');
  for (const alert of alerts) expect(tried).toMatch(new RegExp(`alertname: ${alert}\\b`));
});

it('the page’s YAML is YAML, and names what is there', () => {
  const blocks = codeBlocks(PAGE).filter(({ language }) => language === 'yaml');
  const [ingress, prometheus] = blocks.map(({ code }) => yamlOf(code)[0]);
  expect(JSON.stringify(ingress)).toContain(
    '"service":{"name":"locus-gateway","port":{"name":"people"}}',
  );
  expect(prometheus).toMatchObject({ scrape_configs: [{ job_name: 'locus-gateway' }] });
});
