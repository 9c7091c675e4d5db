/** @jest-environment jsdom */
import { fireEvent, screen } from '@testing-library/react';
import { Activity, type ReactNode } from 'react';

import type { Notice } from '../../../src/addin/pane/parts/use-noticed-steps';
import { NoticeLine } from '../../../src/addin/pane/parts/NoticeLine';
import { renderUnstyled } from './render-pane';

const DONE: Notice = { tone: 'good', text: '3 columns added.' };

/** What was brought into sight, by its words. */
function sightings(): string[] {
  const seen: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent);
  });
  return seen;
}

const told = (notice: Notice | undefined): ReactNode => (
  <NoticeLine notice={notice} isBusy={false} />
);

describe('what is told of an act', () => {
  afterEach(() => jest.restoreAllMocks());

  it('comes into sight whenever it is something else', () => {
    const seen = sightings();
    const { rerender } = renderUnstyled(told(undefined));
    expect(seen).toEqual([]);
    rerender(told(DONE));
    rerender(told(undefined));
    rerender(
      told({ ...DONE, action: { title: 'Undo', run: () => undefined, isThere: undefined } }),
    );
    expect(seen).toEqual(['3 columns added.', '3 columns added.Undo']);
  });

  it('stays in sight while what is above it grows, until a person does something', () => {
    const seen = sightings();
    const observers = new Set<() => void>();
    jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((grown) => {
      const run = (): void => grown([], observer);
      const observer: ResizeObserver = {
        observe: () => void observers.add(run),
        unobserve: () => undefined,
        disconnect: () => void observers.delete(run),
      };
      return observer;
    });
    renderUnstyled(told(DONE));
    for (const run of observers) run();
    expect(seen).toHaveLength(2);
    fireEvent.wheel(document.body);
    expect(observers.size).toBe(0);
  });

  it('does not move a view that a person comes back to', () => {
    const seen = sightings();
    const shown = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{told(DONE)}</Activity>;
    const { rerender } = renderUnstyled(shown('visible'));
    rerender(shown('hidden'));
    rerender(shown('visible'));
    expect(seen).toEqual(['3 columns added.']);
    expect(screen.getByText('3 columns added.')).toBeTruthy();
  });

  it('takes the focus when it is a question, once, and its answer stands out', () => {
    const action = { title: 'Go on', run: () => undefined, isThere: undefined };
    const shown = (mode: 'visible' | 'hidden', notice: Notice) => (
      <Activity mode={mode}>{told(notice)}</Activity>
    );
    const { rerender } = renderUnstyled(shown('visible', { ...DONE, action }));
    expect(document.activeElement).toBe(document.body);
    const plain = screen.getByRole('button', { name: 'Go on' }).className;
    const question: Notice = { tone: 'good', text: 'Really?', action, isQuestion: true };
    rerender(shown('visible', question));
    expect(document.activeElement).toBe(screen.getByText('Really?'));
    expect(screen.getByRole('button', { name: 'Go on' }).className).not.toBe(plain);
    screen.getByText('Really?').blur();
    rerender(shown('hidden', question));
    rerender(shown('visible', question));
    expect(document.activeElement).toBe(document.body);
  });

  it('takes the focus of its button when that goes, and of nothing else', () => {
    const undo = jest.fn();
    const undoable: Notice = { ...DONE, action: { title: 'Undo', run: undo, isThere: undefined } };
    const { rerender } = renderUnstyled(told(undoable));
    const button = screen.getByRole('button', { name: 'Undo' });
    button.focus();
    fireEvent.click(button);
    expect(undo).toHaveBeenCalledTimes(1);
    rerender(told(undefined));
    rerender(told({ tone: 'good', text: 'They are gone again.' }));
    expect(document.activeElement).toBe(screen.getByText('They are gone again.'));
    (document.activeElement as HTMLElement).blur();
    rerender(told(undoable));
    rerender(told(DONE));
    expect(document.activeElement).toBe(document.body);
  });
});
