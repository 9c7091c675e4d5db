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

Every cell ends in a value or in one of these, and each says what happened and what to do. Messages
are shorter than 120 characters. “…” stands for what a message is about, cut to fit; nothing else of
a request or a reply is ever said, so no key can be. Desktop Excel often shows the error alone: the pane
lists the messages too.

## \`#VALUE!\`: change the formula or a setting

${table(errors.filter(({ error }) => error === '#VALUE!'))}

An argument says more exactly what is wrong with it (“Latitude 95 is outside -90 to 90: correct
it.”); each function's help page lists all of that. An argument that holds \`#N/A\` makes \`#N/A\`
of it.

## \`#N/A\`: no value now

${table(errors.filter(({ error }) => error === '#N/A'))}

In place of \`throttled\`, \`offline\`, \`timed-out\`, \`service-failed\`, \`wrong-address\`, \`untrusted\`
and \`gateway-failed\` a cell shows the last good answer where one is kept on this device.

## What programs say instead

A terminal and the column \`locus_error\` have no pane to point to, and a gateway speaks to programs:
in its JSON, in the lines of \`/v1/bulk\`, in a warehouse's row and to an agent. A score that may have
been charged is said to be so instead, by the command line and by the gateway.

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
