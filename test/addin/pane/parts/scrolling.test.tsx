/** @jest-environment jsdom */
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

import { Scrolling } from '../../../../src/addin/pane/parts/Scrolling';
import { renderUnstyled } from '../render-pane';

const LINE = 20;
const IN_SIGHT = 5 * LINE;

/** A list in a box five lines high. */
const listOf = (lines: number): ReactNode => (
  <Scrolling>
    <ul data-lines={lines}>
      {Array.from({ length: lines }, (_, at) => (
        <li key={at}>{at}</li>
      ))}
    </ul>
  </Scrolling>
);

beforeEach(() => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(IN_SIGHT);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return Math.max(IN_SIGHT, LINE * this.querySelectorAll('li').length);
  });
});
afterEach(() => jest.restoreAllMocks());

it('a list says that it goes on until its end is in sight', () => {
  const { rerender } = renderUnstyled(listOf(5));
  expect(screen.queryByText('Scroll for more')).toBeNull();
  rerender(listOf(9));
  expect(screen.getByText('Scroll for more')).toBeTruthy();
  const list = screen.getByRole('list');
  list.scrollTop = 2 * LINE;
  fireEvent.scroll(list);
  expect(screen.getByText('Scroll for more')).toBeTruthy();
  list.scrollTop = 4 * LINE;
  fireEvent.scroll(list);
  expect(screen.queryByText('Scroll for more')).toBeNull();
});
