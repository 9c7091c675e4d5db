/**
 * The stages of a Dockerfile, in order: `{name, image, steps}`, each step `{keyword, text}`.
 * A line that ends in a backslash goes on in the next one.
 */
function stagesOf(dockerfile) {
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  const stages = [];
  for (const line of lines.split('\n')) {
    const [, keyword, text] = /^(\w+)\s+(.+)$/.exec(line) ?? [];
    if (keyword === undefined) continue;
    if (keyword === 'FROM') {
      const [image, , name = String(stages.length)] = text.split(/\s+/);
      stages.push({ image, name, steps: [] });
      continue;
    }
    if (stages.length === 0) throw new Error(`Dockerfile: ${keyword} stands before FROM.`);
    stages.at(-1).steps.push({ keyword, text });
  }
  return stages;
}

/** What the last stage says of the process that a container starts. */
function processOf({ steps }) {
  const textOf = (keyword) => steps.findLast((step) => step.keyword === keyword)?.text;
  return {
    env: steps.filter(({ keyword }) => keyword === 'ENV').flatMap(({ text }) => pairsOf(text)),
    folder: textOf('WORKDIR') ?? '/',
    user: textOf('USER') ?? '0:0',
    volumes: steps.filter(({ keyword }) => keyword === 'VOLUME').map(({ text }) => text),
    ports: (textOf('EXPOSE') ?? '').split(/\s+/).filter(Boolean).map(Number),
    entrypoint: JSON.parse(textOf('ENTRYPOINT') ?? '[]'),
    health: JSON.parse(/CMD (\[.*\])/.exec(textOf('HEALTHCHECK') ?? '')?.[1] ?? '[]'),
  };
}

/** `NAME=value NAME=value`, without quotes. */
function pairsOf(text) {
  return text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2));
}

/**
 * Whether `.dockerignore` lets a file into the build: the last pattern that matches it, or a folder
 * above it, counts.
 */
function createContextFilter(dockerignore) {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isException: line.startsWith('!'),
      pattern: patternOf(line.replace(/^!/, '')),
    }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;
}

function patternOf(glob) {
  if (/[?[\\]|\*\*/.test(glob)) throw new Error(`.dockerignore: ${glob} is not understood here.`);
  const inFolder = glob.replace(/[.+^${}()|]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  return new RegExp(`^${inFolder}(?:/|$)`);
}

module.exports = { stagesOf, processOf, pairsOf, createContextFilter };
