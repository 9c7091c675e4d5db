import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { configure, render, screen, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { TextEncoder } from 'node:util';
import type { ReactNode } from 'react';

import { Pane } from '../../../src/addin/pane/Pane';
import { rememberComputedStyles } from './computed-styles';
import { createFakePorts, type FakePorts } from './fake-ports';

// Whether something is hidden by a style is a question for a browser, not for jsdom; and a busy
// machine is no reason to fail.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });
// Every browser has these; jsdom does not, and lays nothing out that could be out of sight.
Object.assign(globalThis, { TextEncoder });
rememberComputedStyles(window);
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

export function openPane(fake: FakePorts = createFakePorts()): {
  readonly fake: FakePorts;
  readonly user: UserEvent;
} {
  renderUnstyled(<Pane ports={fake.ports} />);
  return { fake, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) };
}

/** The pane as a person sees it who has opened one of its other views. */
export async function openView(
  title: string,
  fake: FakePorts = createFakePorts(),
): Promise<ReturnType<typeof openPane>> {
  const opened = openPane(fake);
  await opened.user.click(screen.getByRole('tab', { name: title }));
  return opened;
}

/**
 * Draws with the styles going to a document of their own. What is tested here does not depend on
 * them, and jsdom reads every rule on the page again for every element it is asked about.
 */
export function renderUnstyled(children: ReactNode): RenderResult {
  const renderer = createDOMRenderer(document.implementation.createHTMLDocument());
  return render(children, {
    wrapper: (props) => <RendererProvider renderer={renderer} {...props} />,
  });
}
