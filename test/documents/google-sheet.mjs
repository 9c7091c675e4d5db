// Runs a script of Google Sheets with stand-ins for Google's services, and prints what it wrote.
// A process of its own, because Google's fetch makes the script wait.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

const { script, token, places, press, filled } = JSON.parse(readFileSync(0, 'utf8'));
const written = [];
const alerts = [];
const menu = [];
const button = { OK: 'ok', CANCEL: 'cancel' };
const ui = {
  ButtonSet: { OK_CANCEL: 'ok or cancel' },
  Button: button,
  alert(text, buttons) {
    alerts.push(text);
    return buttons === undefined ? button.OK : press;
  },
  createMenu: () => ({
    addItem(label, name) {
      menu.push(label, name);
      return { addToUi: () => {} };
    },
  }),
};
const selected = {
  getNumColumns: () => places[0].length,
  getValues: () => places,
  offset: (...where) => ({
    isBlank: () => !filled,
    setValues: (values) => written.push({ where, values }),
  }),
};
const fetchNow = `
  const { url, options } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  const { method, headers, contentType, payload: body } = options;
  fetch(url, { method, headers: { ...headers, 'content-type': contentType }, body }).then(
    async (reply) => console.log(JSON.stringify({ status: reply.status, text: await reply.text() })),
  );`;
const context = createContext({
  SpreadsheetApp: { getUi: () => ui, getActiveRange: () => selected },
  PropertiesService: { getScriptProperties: () => ({ getProperty: () => token }) },
  UrlFetchApp: {
    fetch(url, options) {
      const input = JSON.stringify({ url, options });
      const { stdout } = spawnSync(process.execPath, ['-e', fetchNow], { input });
      const { status, text } = JSON.parse(stdout.toString());
      return { getResponseCode: () => status, getContentText: () => text };
    },
  },
});
let error;
try {
  runInContext(`${script}\nonOpen(); addAttributes();`, context);
} catch (problem) {
  error = problem.message;
}
console.log(JSON.stringify({ written, alerts, menu, error }));
