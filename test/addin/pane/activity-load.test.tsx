/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';

import { ActivitySection } from '../../../src/addin/activity/ActivitySection';
import { createProblemBoard } from '../../../src/addin/problems/problem-board';
import { attribute, names, setUp } from '../../engine/lookup/engine-setup';
import { createFakePorts } from './fake-ports';
import { renderUnstyled } from './render-pane';

const PLACES = 400;
const NAMES = names(50);
const STEP_MS = 20;

it('20,000 cells are drawn ten times a second, however fast they come', async () => {
  const { clock, source, engine } = setUp();
  const { ports } = createFakePorts();
  let draws = 0;
  renderUnstyled(
    <Profiler id="activity" onRender={() => (draws += 1)}>
      <ActivitySection
        ports={{ ...ports, clock, activity: engine.activity }}
        board={createProblemBoard({ ...ports, clock })}
      />
    </Profiler>,
  );
  const before = draws;
  for (let place = 0; place < PLACES; place += 1) {
    for (const name of NAMES) void engine.ask(attribute(place, name));
  }
  // Nothing is drawn while the cells ask.
  expect(draws).toBe(before);
  let steps = 0;
  while (engine.activity.snapshot().done < PLACES * NAMES.length) {
    // One at a time, for all that happens within one of these is drawn at its end.
    await act(() => clock.advance(STEP_MS));
    steps += 1;
    expect(draws - before).toBeLessThanOrEqual(1 + (steps * STEP_MS) / 100);
  }
  expect(draws - before).toBeGreaterThan((steps * STEP_MS) / 200);
  await act(() => clock.drain());
  expect(source.lookups).toHaveLength(PLACES);
  expect(screen.getByRole('group', { name: 'Done' }).textContent).toBe('20,000');
  expect(screen.getByText('Done: 20,000 values.')).toBeTruthy();
}, 60_000);
