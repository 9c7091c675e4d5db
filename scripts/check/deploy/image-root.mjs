/**
 * The root that an image would have, without a container engine: each step of the Dockerfile in a
 * root of Debian made by debootstrap, with Node and npm of this machine where the base image has its
 * own. Mounts are made in namespaces of their own, so that nothing remains of them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pairsOf, processOf, stagesOf } from './dockerfile.cjs';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const DEBIAN = 'bookworm';

/** @throws Error with what the command wrote. */
export function command(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    ...options,
  });
  if (status === 0) return stdout;
  const written = error?.message ?? (stdout + stderr).slice(-8000);
  throw new Error(`${program} ${args.join(' ').slice(0, 300)}\n${written}`);
}

/**
 * Takes every stage's steps.
 *
 * @param cache a folder that may be kept for the next run.
 * @returns the last stage's root, and what a container starts in it.
 */
export function buildRoot({ dockerfile, context, folder, cache, onStep }) {
  const base = baseRoot(cache);
  const roots = new Map();
  const stages = stagesOf(dockerfile);
  for (const stage of stages) {
    demandOurs(stage.image);
    const stageRoot = join(folder, stage.name);
    mkdirSync(stageRoot);
    command('tar', ['-xpf', base, '-C', stageRoot]);
    roots.set(stage.name, stageRoot);
    takeSteps(stage, { stageRoot, roots, context, onStep });
  }
  return { imageRoot: [...roots.values()].at(-1), starts: processOf(stages.at(-1)) };
}

/** What runs here has to be what the base image has, or the result says nothing of it. */
function demandOurs(image) {
  const [, major, debian] = /^node:(\d+)\.\d+\.\d+-(\w+)-slim$/.exec(image) ?? [];
  const own = process.versions.node.split('.')[0];
  if (major !== own) throw new Error(`FROM ${image}: here is Node ${own}.`);
  if (debian !== DEBIAN) throw new Error(`FROM ${image}: this check makes Debian ${DEBIAN}.`);
}

/** The path of an archive: making it takes a minute or two. */
function baseRoot(cache) {
  const archive = join(cache, `${DEBIAN}-${process.version}.tar`);
  if (existsSync(archive)) return archive;
  const made = join(cache, 'base');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const packages = '--include=ca-certificates,libstdc++6';
  command('debootstrap', ['--variant=minbase', packages, DEBIAN, made]);
  const local = join(made, 'usr/local');
  cpSync(realpathSync(process.execPath), join(local, 'bin/node'));
  const npm = realpathSync(command('sh', ['-c', 'command -v npm']).trim());
  cpSync(dirname(dirname(npm)), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  command('chroot', [made, 'useradd', '--uid', '1000', '--create-home', 'node']);
  command('tar', ['-cpf', `${archive}.part`, '-C', made, '.']);
  command('mv', [`${archive}.part`, archive]);
  rmSync(made, { recursive: true, force: true });
  return archive;
}

function takeSteps({ name, steps }, { stageRoot, roots, context, onStep }) {
  let folder = '/';
  const env = [];
  for (const { keyword, text } of steps) {
    if (keyword === 'WORKDIR') {
      folder = text;
      mkdirSync(join(stageRoot, folder), { recursive: true });
    } else if (keyword === 'ENV') env.push(...pairsOf(text));
    else if (keyword === 'COPY') copy(text, { stageRoot, folder, roots, context });
    else if (keyword === 'RUN') {
      onStep(`${name}: RUN ${text}`);
      runStep(text, { stageRoot, folder, env });
    } else if (!LATER.includes(keyword))
      throw new Error(`Dockerfile: ${keyword} is not taken here.`);
  }
}

/** They say how a container starts: see `processOf`. */
const LATER = ['USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT'];

function copy(text, { stageRoot, folder, roots, context }) {
  const [, from, rest] = /^(?:--from=(\w+)\s+)?(.+)$/.exec(text);
  const paths = rest.split(/\s+/);
  const to = join(stageRoot, paths.at(-1).startsWith('/') ? '' : folder, paths.at(-1));
  for (const path of paths.slice(0, -1)) {
    const source = join(from === undefined ? context : roots.get(from), path);
    // Of a folder, Docker copies what is in it.
    const isFolder = spawnSync('test', ['-d', source]).status === 0;
    if (isFolder) mkdirSync(to, { recursive: true });
    const ownership = from === undefined ? '--no-preserve=ownership' : '--preserve=all';
    command('cp', ['-r', '-d', ownership, isFolder ? `${source}/.` : source, to]);
  }
}

/** The network, its certificates and npm's cache are this machine's. */
function runStep(text, { stageRoot, folder, env }) {
  const own = Object.entries(process.env).filter(([name]) => /^(?:https?|no)_proxy$/i.test(name));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) {
    cpSync(realpathSync(certificates), join(stageRoot, 'tmp/machine-ca.pem'));
    own.push(['NODE_EXTRA_CA_CERTS', '/tmp/machine-ca.pem']);
  }
  for (const file of ['resolv.conf', 'hosts']) {
    cpSync(realpathSync(`/etc/${file}`), join(stageRoot, 'etc', file));
  }
  const cache = command('npm', ['config', 'get', 'cache']).trim();
  const mounts = [
    'mount --bind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'mkdir -p "$0/root/.npm"',
    'mount --bind "$1" "$0/root/.npm"',
    'shift',
    'exec chroot "$0" "$@"',
  ];
  const all = [['PATH', PATH], ['HOME', '/root'], ['npm_config_prefer_offline', 'true'], ...own];
  const settings = [...all, ...env].map(([name, value]) => `${name}=${value}`);
  command('unshare', [
    ...['--mount', '--propagation', 'private', 'sh', '-c', mounts.join(' && ')],
    ...[stageRoot, cache, 'env', '-i', '-C', folder, ...settings, '/bin/sh', '-c', text],
  ]);
}

/**
 * Starts the image's process as a container would with a read-only root, no capabilities and no
 * network but its own.
 *
 * @param volumes where each `VOLUME` is kept.
 * @param mounted files of the machine, by their paths in the container.
 */
export function startContainer({ imageRoot, starts, volumes, mounted, env }) {
  const [user, group] = starts.user.split(':');
  const script = ['ip link set lo up', `mount --bind "$0" "$0"`];
  const mount = (from, to) => {
    command('mkdir', ['-p', join(imageRoot, to)]);
    script.push(`mount --bind '${from}' "$0${to}"`);
  };
  for (const path of starts.volumes) {
    // As a volume is made: with what the image has there, and its owner.
    const kept = join(volumes, path);
    mkdirSync(dirname(kept), { recursive: true });
    command('cp', ['-a', join(imageRoot, path), kept]);
    mount(kept, path);
  }
  for (const [to, from] of Object.entries(mounted)) mount(from, to);
  script.push(
    'mount --bind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'mount -o remount,bind,ro "$0"',
    'exec chroot "$0" "$@"',
  );
  const settings = [['PATH', PATH], ...starts.env, ...Object.entries(env)];
  const child = spawn('unshare', [
    ...['--mount', '--net', '--propagation', 'private', 'sh', '-ec', script.join('\n'), imageRoot],
    ...['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs'],
    ...['--bounding-set=-all', '--inh-caps=-all', 'env', '-i', '-C', starts.folder],
    ...settings.map(([name, value]) => `${name}=${value}`),
    ...starts.entrypoint,
  ]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => (output += String(data)));
  }
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    child,
    ended,
    output: () => output,
    /** Runs a command in it, as `docker exec` does. Without a user: as root. */
    inside: (args, as = '0') =>
      spawnSync(
        'nsenter',
        [
          ...['-t', String(child.pid), '--mount', '--net', '--root', '--wd', '-S', as, '-G', as],
          ...['env', '-i', `PATH=${PATH}`, ...args],
        ],
        { encoding: 'utf8' },
      ),
  };
}
