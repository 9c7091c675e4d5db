/** @jest-environment jsdom */
import './speak-hindi';

import { act, screen, waitFor, within } from '@testing-library/react';

import hindi from '../../../assets/hi.json';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { createFakePorts, type FakePorts } from './fake-ports';
import { createFakeScores } from './fake-scores';
import { openPane } from './render-pane';
import { shops } from './store-models';

const VIEWS = ['Home', 'Enrich', 'Attributes', 'Models', 'Map', 'More'] as const;

/** Names of products, functions, keys and formats; what a service or a sheet calls its own. */
const NO_ENGLISH = [
  /\b(Locus|Excel|API|CSV|ID|English|Natural Earth|GeoNames|CC BY)\b/g,
  /\b(Enter|Esc|Tab|F6|F|F9|F11|Ctrl|Shift|PgDn|PgUp|A|O|S|Alt)\b/g,
  /=?LOC[A-Z_]+(\([^)]*\))?/g,
  /\b[a-z]+(_[a-z0-9]+)+…?/g,
  // A code in a name: the service says nowhere what it means.
  /\([A-Z]{2}\)/g,
  /\b[YMD]{2,4}([-/]?[YMD]{2,4})*\b/g,
  /\bhttps?:\S+|\b[a-z]+\.example\.com\b/g,
  /\b(Shops|sp|MG Road, Bengaluru|EUR|m|name, title, unit, description)\b/g,
];

describe('the pane in Hindi', () => {
  it.each(VIEWS)('has no English left on %s', async (view) => {
    const { user } = openPane(busyPorts());
    await user.click(screen.getByRole('tab', { name: hindi[view] }));
    await waitFor(() => expect(document.querySelector('.fui-Spinner')).toBeNull());
    expect(englishIn(document.body)).toEqual([]);
  });

  it.each(['Spending', 'Settings', 'Help'] as const)('has none on More, %s', async (part) => {
    const { user } = openPane(busyPorts());
    await user.click(screen.getByRole('tab', { name: hindi.More }));
    await user.click(screen.getByRole('tab', { name: hindi[part] }));
    await waitFor(() => expect(document.querySelector('.fui-Spinner')).toBeNull());
    expect(englishIn(document.body)).toEqual([]);
  });

  it('says why a tried model has no score, and what it needs', async () => {
    const scores = createFakeScores();
    scores.know({ kind: 'failed', error: { code: 'no-key' } });
    const fake = createFakePorts({ scores });
    await fake.ports.workbook.edit([{ kind: 'put-model', model: shops }]);
    const { user } = openPane(fake);
    await user.click(screen.getByRole('tab', { name: hindi.Models }));
    const trial = within(await screen.findByRole('region', { name: hindi['Try a model'] }));
    const place = trial.getByRole('textbox', { name: hindi['Address or coordinates'] });
    await user.type(place, '95, 77');
    await user.click(trial.getByRole('button', { name: hindi['Try it'] }));
    expect(englishIn(document.body)).toEqual([]);
    await user.clear(place);
    await user.type(place, 'MG Road');
    await user.click(trial.getByRole('button', { name: hindi['Try it'] }));
    await trial.findByText(new RegExp(hindi['No API key on this device']));
  });

  it('copies problems with their messages', async () => {
    const message = 'No API key on this device: enter yours in the Locus pane.';
    const { fake, user } = openPane();
    act(() => fake.runClock());
    act(() => {
      fake.report([{ address: 'S!A1', code: 'no-key', message, count: 1 }]);
      fake.runClock();
    });
    await user.click(screen.getByRole('button', { name: hindi['Copy as text'] }));
    await waitFor(() => expect(fake.acts.join()).toContain(hindi['No API key on this device']));
  });

  it('ends what it says of a map as Hindi does', async () => {
    HTMLCanvasElement.prototype.getContext = () => null;
    const rows = [
      ['lat', 'lng'],
      [12.9352, 77.6245],
    ];
    const { user } = openPane(createFakePorts({ sheet: createFakeSheet({ S: rows }) }));
    await user.click(screen.getByRole('tab', { name: hindi.Map }));
    await waitFor(() => expect(document.body.textContent).toMatch(/S!A1:B2[^.।]*।/));
  });

  it('groups digits in lakhs', () => {
    const fake = createFakePorts();
    openPane(fake);
    act(() => fake.show({ done: 1_234_567 }));
    expect(screen.getByRole('group', { name: hindi.Done }).textContent).toBe('12,34,567');
  });
});

/** Something of everything: work, an outage, a held plan, problems. */
function busyPorts(): FakePorts {
  const fake = createFakePorts({ held: {} });
  fake.show({
    waiting: 3,
    inFlight: 2,
    done: 10,
    failed: 1,
    failedByCode: { 'no-value': 1 },
    callsMade: 5,
    callsUnanswered: 1,
    timeLeftMs: 90_000,
    isUnreachable: true,
  });
  fake.heldCalls.hold({ calls: 2_400, values: 28_800, known: 900, reason: 'over-budget' });
  return fake;
}

/** Whatever a person reads or hears, if it holds an English word. */
function englishIn(root: HTMLElement): readonly string[] {
  const texts = new Set<string>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add(walker.currentNode.textContent ?? '');
  for (const element of root.querySelectorAll('*')) {
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
      texts.add(element.getAttribute(name) ?? '');
    }
  }
  const isEnglish = (text: string) =>
    /[A-Za-z]/.test(NO_ENGLISH.reduce((rest, pattern) => rest.replace(pattern, ''), text));
  return [...texts].filter(isEnglish);
}
