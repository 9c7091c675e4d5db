/**
 * `npm run translations`: brings each language's file in assets/ up to date with the messages in
 * src: drops those that are gone, and adds new ones with an empty text, to be filled in.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../command.mjs';

const { allMessages } = createRequire(import.meta.url)('../source-messages.cjs');
const LANGUAGES = ['hi'];

const keys = allMessages();
for (const language of LANGUAGES) {
  const file = join(root, `assets/${language}.json`);
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const after = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
  writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
  const missing = Object.values(after).filter((text) => text === '').length;
  console.log(`${language}: ${keys.length} messages, ${missing} to be translated`);
}
