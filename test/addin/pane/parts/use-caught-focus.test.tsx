/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { useRef, type ReactNode } from 'react';

import { useCaughtFocus } from '../../../../src/addin/pane/parts/use-caught-focus';
import { PaneSection } from '../../../../src/addin/pane/parts/PaneSection';
import { createFakeSheet } from '../../spreadsheet/fake-sheet';
import { createFakePorts } from '../fake-ports';
import { openPane, renderUnstyled } from '../render-pane';

const focused = (): string | null | undefined => document.activeElement?.textContent;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

function Caught({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useCaughtFocus(root);
  return (
    <div ref={root}>
      <button role="tab" aria-selected="true">
        Home
      </button>
      {children}
    </div>
  );
}

function draw(parts: ReactNode) {
  const { rerender } = renderUnstyled(<Caught>{parts}</Caught>);
  return async (next: ReactNode): Promise<void> => {
    rerender(<Caught>{next}</Caught>);
    await act(async () => Promise.resolve());
  };
}

const section = (children: ReactNode) => <PaneSection title="Problems">{children}</PaneSection>;

describe('the focus of what goes', () => {
  it('stays in its section: at the words that tell what was done, else at the title', async () => {
    const redraw = draw(section(<button>Fix</button>));
    screen.getByText('Fix').focus();
    await redraw(section(<p data-notice="" />));
    expect(focused()).toBe('Problems');
    await redraw(section(<button>Fix</button>));
    screen.getByText('Fix').focus();
    await redraw(section(<p data-notice="" tabIndex={-1} children="Fixed." />));
    expect(focused()).toBe('Fixed.');
  });

  it('goes to the tab where the whole section goes', async () => {
    const redraw = draw(section(<button>Dismiss</button>));
    screen.getByText('Dismiss').focus();
    await redraw(null);
    expect(focused()).toBe('Home');
  });

  it('is not fetched from elsewhere', async () => {
    const redraw = draw(section(<button>Fix</button>));
    screen.getByText('Fix').focus();
    screen.getByText('Fix').blur();
    await Promise.resolve();
    await redraw(null);
    expect(document.activeElement).toBe(document.body);
    await redraw(section([<button key="fix">Fix</button>, <button key="next">Next</button>]));
    screen.getByText('Fix').focus();
    screen.getByText('Next').focus();
    await redraw(section([<button key="next">Next</button>]));
    expect(focused()).toBe('Next');
  });
});

describe('no button takes the focus out of the pane with it', () => {
  it('when a problem is fixed', async () => {
    const sheet = createFakeSheet({ S: [] });
    const fake = createFakePorts({ sheet });
    sheet.set('S!A1', [['=LOCATR(1,2,"x")']]);
    sheet.show('S!A1', { error: '#NAME?' });
    const { user } = openPane(fake);
    const soon = (check: () => void) =>
      waitFor(() => {
        act(() => fake.runClock());
        check();
      });
    const problems = within(screen.getByRole('region', { name: /^Problems/ }));
    await soon(() => problems.getByRole('button', { name: /^Correct/ }));
    await user.click(problems.getByRole('button', { name: /^Correct/ }));
    act(() => fake.select('S!B2'));
    await soon(() => problems.getByText(/^No problems/));
    expect(focused()).toBe('1 formula changed.');
  });

  it('when the ways to begin are dismissed', async () => {
    const { user } = openPane();
    await user.click(await button('Dismiss'));
    await waitFor(() => expect(focused()).toBe('Home'));
  });

  it('when what is told of a cell is closed', async () => {
    const fake = createFakePorts({ sheet: createFakeSheet({ S: [['Lat']] }) });
    const { user } = openPane(fake);
    act(() => fake.select('S!A1'));
    await user.click(await button('Explain this cell'));
    await user.click(await button('Close'));
    await waitFor(() => expect(focused()).toBe('Home'));
  });
});
