import type { ComponentType } from 'react';

import type { PanePorts } from './pane-ports';
import type { ProblemBoard } from './problem-view';

/** One of the pane's views: a tab, and what it shows. */
export type PaneView = ViewTab & (ReadyView | FetchedView);

export interface ViewTab {
  readonly id: ViewId;
  /** On the tab: one short word. */
  readonly title: string;
  readonly Icon: ComponentType;
}

export interface ReadyView {
  readonly Content: ComponentType<PaneViewProps>;
}

export interface FetchedView {
  /** Fetches its code; called when it is first shown, and again after a failure. */
  load(): Promise<ComponentType<PaneViewProps>>;
}

export type ViewId = 'home' | 'enrich' | 'names' | 'models' | 'map' | 'more';

export interface PaneViewProps {
  readonly ports: PanePorts;
  readonly board: ProblemBoard;
  /** What a person last asked for in another view. */
  readonly request?: ViewRequest | undefined;
  /** Takes the person to another view. */
  goToView(id: ViewId, request?: ViewRequest): void;
}

export type MorePart = 'share' | 'spending' | 'settings' | 'help';

/** What to do in the view that a person is taken to. A repeated request is a new object. */
export interface ViewRequest {
  /** The model whose scores are wanted. */
  readonly alias?: string;
  /** The names that are wanted. */
  readonly names?: readonly string[];
  /** The part of More that is wanted. */
  readonly part?: MorePart;
  /** The cell that is to be explained. */
  readonly cell?: string;
  /** The person is asked for the key. */
  readonly isKeyNeeded?: boolean;
}
