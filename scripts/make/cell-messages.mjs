/**
 * `npm run messages`: writes docs/analysts/cell-messages.md from the table in
 * src/engine/language/cell-messages.ts and program-messages.ts. With `--check` it writes nothing, and fails if the page is out of
 * date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../command.mjs';

const { readCellMessages, readProgramMessages } = createRequire(import.meta.url)(
  '../../webpack/cell-messages',
);
const DOCUMENT = join(root, 'docs/analysts/cell-messages.md');

const text = await format(page(readCellMessages()), {
  ...(await resolveConfig(DOCUMENT)),
  parser: 'markdown',
});
if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, text);
else if (text !== readFileSync(DOCUMENT, 'utf8')) {
  console.error('docs/analysts/cell-messages.md is out of date: run npm run messages.');
  process.exitCode = 1;
}

function page(errors) {
  return `# What a cell says when it has no value

<!-- Written by npm run messages from cell-messages.ts and program-messages.ts in src/engine/language. -->

A cell without a value shows one of these messages, which says what happened and what to do. Messages
are shorter than 120 characters. “…” stands for the name, text or number that a message is about,
shortened to fit. Messages quote nothing else from a request or a reply, so they never contain a key.
Desktop Excel often shows only the error; the pane lists the messages too.

## \`#VALUE!\`: change the formula or a setting

${table(errors.filter(({ error }) => error === '#VALUE!'))}

Messages about arguments say exactly what is wrong (“Latitude 95 is outside -90 to 90: correct it.”);
each function's help page lists them. \`#N/A\` in an argument gives \`#N/A\`.

## \`#N/A\`: no value now

${table(errors.filter(({ error }) => error === '#N/A'))}

Instead of \`throttled\`, \`offline\`, \`timed-out\`, \`service-failed\`, \`wrong-address\`, \`untrusted\`
and \`gateway-failed\`, a cell shows the last good answer if one is kept on this device.

## What programs say instead

The command line has no pane to point to, neither in a terminal nor in the column \`locus_error\`. A
gateway's replies are for programs: JSON, lines of \`/v1/bulk\`, rows of a warehouse, and agents. For a
score that may have been charged, both say that instead.

${programTable(readProgramMessages())}
`;
}

function table(errors) {
  const rows = errors.map(
    ({ code, messages }) => `| \`${code}\` | ${messages.map(cellText).join('<br>')} |`,
  );
  return ['| code | the cell says |', '| --- | --- |', ...rows].join('\n');
}

function programTable(codes) {
  const rows = codes.map(
    ({ code, terminal, gateway }) =>
      `| \`${code}\` | ${terminal.map(cellText).join('<br>')} | ${gateway.map(cellText).join('<br>')} |`,
  );
  return ['| code | the command line | the gateway |', '| --- | --- | --- |', ...rows].join('\n');
}

function cellText(message) {
  return message.replaceAll('|', '\\|').replaceAll('_', '\\_');
}
