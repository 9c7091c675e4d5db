import type { ComponentType } from 'react';

import type { PanePorts } from './pane-ports';
import type { FormulaFix, ProblemCode } from '../../functions/problems';
import type { ValueStore } from './use-store-value';

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

export type ViewId = 'home' | 'enrich' | 'rank' | 'names' | 'models' | 'map' | 'more';

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
  /** The places that are to be shown on the map. */
  readonly places?: RankedPlaces;
  /** The new columns that places are to be ranked by. */
  readonly columns?: string | undefined;
  /** The list of problems is wanted. */
  readonly areProblemsWanted?: boolean;
  /** The person is asked for the key. */
  readonly isKeyNeeded?: boolean;
}

/** The best places of a list. */
export interface RankedPlaces {
  /** Of the list. */
  readonly address: string;
  /** The best first; `row` is the sheet's, from 0. */
  readonly ranked: readonly {
    readonly row: number;
    readonly rank: number;
    readonly score: number;
  }[];
}

/** The problems, grouped, at a pace that a person can read and a page can draw. */
export interface ProblemBoard extends ValueStore<ProblemView> {
  /** Call when a person turns to the list: a selected cell may have been emptied. */
  readonly lookAgain: () => void;
}

/** The workbook's problems as the pane shows them: few enough to draw, however many there are. */
export interface ProblemView {
  readonly cellCount: number;
  /** The calls that it takes at most to ask for all of them again. */
  readonly calls: number;
  /** The codes with the most cells first. */
  readonly groups: readonly ProblemGroup[];
}

export interface ProblemGroup {
  readonly code: ProblemCode;
  readonly cellCount: number;
  /** Missing values; more than the cells if a formula fills several. */
  readonly valueCount: number;
  /** The calls that it takes at most to ask for them again. */
  readonly calls: number;
  /** The first hundred cells in order, those with the same message together. */
  readonly messages: readonly ProblemMessage[];
  /** Fixes for some of the formulas. */
  readonly fixes: readonly FormulaFix[];
}

interface ProblemMessage {
  readonly message: string;
  readonly addresses: readonly string[];
}
