import { Button, FluentProvider, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Activity, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { LANGUAGES } from '../../engine/language/languages';
import { spokenLanguage, t } from '../../engine/language/speech';
import type { PaneRequest } from '../spreadsheet/host';
import { ActivityAnnouncer } from '../activity/ActivityAnnouncer';
import { useActivityValue, useStoreValue } from './parts/use-store-value';
import { useCaughtFocus } from './parts/use-caught-focus';
import type { PanePorts } from './parts/pane-ports';
import { paneThemes } from './parts/pane-theme';
import type { FetchedView, PaneView, PaneViewProps, ViewId, ViewRequest } from './parts/pane-view';
import { PANE_VIEWS } from './pane-views';
import { PaneBoundary } from './parts/PaneBoundary';
import { PaneHeader } from './PaneHeader';
import { panelId, PaneTabs, tabId } from './parts/PaneTabs';
import { createProblemBoard } from '../problems/problem-board';
import { createSheetChanges, SheetChangesContext } from './parts/use-sheet-changes';
import { StatusStrip } from '../activity/StatusStrip';
import { useLatest } from './parts/use-latest';
import { Stack, Text } from './parts/layout';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    minHeight: '100%',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    // By default, a select is as wide as its widest option and a field as its content, however
    // narrow the pane: both show people's own headers and names.
    '& .fui-Field': {
      minWidth: 0,
      gridTemplateColumns: 'minmax(0, 1fr)',
      overflowWrap: 'anywhere',
    },
    // In line with the texts above and below it.
    '& .fui-Switch': {
      alignSelf: 'start',
      marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
    },
    '& .fui-Select, & .fui-Select__select': { minWidth: 0 },
    '& .fui-Select__select': { width: '100%', textOverflow: 'ellipsis' },
    // Otherwise unchosen options look disabled.
    '& .fui-Checkbox .fui-Checkbox__input:enabled ~ .fui-Checkbox__label, & .fui-Radio .fui-Radio__input:enabled ~ .fui-Radio__label':
      { color: tokens.colorNeutralForeground1 },
  },
  // Sticky, so that every view is one step away however far down a person has read.
  top: { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  note: { alignItems: 'start', padding: tokens.spacingHorizontalL },
});

/**
 * The whole pane. A view that was opened stays, hidden and inactive, so that people who come back
 * find what they typed there, and the view scrolled to where they left it.
 */
export function Pane({ ports }: { readonly ports: PanePorts }) {
  const styles = useStyles();
  const { theme, selection, parts, paneRequests } = ports.host;
  const themeName = useStoreValue(theme);
  // Draws again when the addresses change: isSampleData depends on them.
  useStoreValue(ports.connection);
  const root = useRef<HTMLDivElement>(null);
  useCaughtFocus(root);
  const [board] = useState(() => createProblemBoard(ports));
  const [sheetChanges] = useState(() => createSheetChanges(ports, window));
  const [shown, setShown] = useState<ViewId>('home');
  const leave = useViewScroll(shown);
  const [opened, setOpened] = useState<ReadonlySet<ViewId>>(new Set([shown]));
  const [workbooks] = useState(() => ({
    current: () => parts.opened(),
    subscribe: (listener: () => void) => parts.subscribe(listener),
  }));
  // Resets views and requests: what they hold for one workbook does not apply to the next.
  const workbook = useStoreValue(workbooks);
  const [request, setRequest] = useState<{ asked: ViewRequest; workbook: number }>();
  const isHeld = useStoreValue(ports.held) !== undefined;
  const isStopped = useActivityValue(ports.activity, ({ stoppedBy }) => stoppedBy !== undefined);
  const marked = isHeld || isStopped ? 'home' : undefined;

  function show(id: ViewId, isRequested = false): void {
    // What waits for a person, or was requested, is at the view's top.
    leave(isRequested || id === marked ? id : undefined);
    setShown(id);
    setOpened((before) => new Set(before).add(id));
  }

  function goToView(id: ViewId, asked?: ViewRequest): void {
    if (asked !== undefined) setRequest({ asked, workbook });
    show(id, asked !== undefined);
    // The pressed button is hidden with its view; the focus must not be lost with it.
    document.getElementById(tabId(id))?.focus({ preventScroll: true });
  }

  const onRequested = useEffectEvent((asked: PaneRequest) => {
    goToView('cell' in asked ? 'home' : 'more', asked);
  });
  useEffect(() => paneRequests?.subscribe(onRequested), [paneRequests]);

  return (
    <FluentProvider
      theme={paneThemes[themeName]}
      dir={LANGUAGES[spokenLanguage()].direction}
      className={styles.root}
    >
      <SheetChangesContext value={sheetChanges}>
        <div ref={root}>
          <PaneBoundary>
            <PaneHeader
              selection={selection}
              isSampleData={ports.isSampleData()}
              problems={ports.problems}
              onExplain={(cell) => goToView('home', { cell })}
            />
          </PaneBoundary>
          <div className={styles.top}>
            <PaneTabs
              label={t('Views')}
              views={PANE_VIEWS}
              selected={shown}
              marked={marked}
              onSelect={(id) => show(id)}
            />
            <PaneBoundary>
              <StatusStrip ports={ports} shown={shown} goToView={goToView} />
            </PaneBoundary>
          </div>
          {PANE_VIEWS.filter(({ id }) => opened.has(id)).map((view) => (
            <Activity
              key={view.id === 'home' ? view.id : `${view.id} ${workbook}`}
              mode={view.id === shown ? 'visible' : 'hidden'}
            >
              <PaneBoundary>
                <PanePanel
                  view={view}
                  ports={ports}
                  board={board}
                  request={request?.workbook === workbook ? request.asked : undefined}
                  goToView={goToView}
                />
              </PaneBoundary>
            </Activity>
          ))}
          <ActivityAnnouncer activity={ports.activity} held={ports.held} />
        </div>
      </SheetChangesContext>
    </FluentProvider>
  );
}

/**
 * Keeps each view scrolled to where a person left it, and at its top at first: all views share one
 * scroll bar. Call the returned function before another view is shown, while this one has its
 * height; the view passed to it starts at its top again.
 */
function useViewScroll(shown: ViewId): (anew: ViewId | undefined) => void {
  const tops = useRef(new Map<ViewId, number>());
  const [turn, setTurn] = useState(0);

  useLayoutEffect(() => {
    scrollerOf(shown).scrollTop = tops.current.get(shown) ?? 0;
  }, [shown, turn]);

  return (anew) => {
    tops.current.set(shown, scrollerOf(shown).scrollTop);
    if (anew === undefined) return;
    tops.current.delete(anew);
    setTurn((before) => before + 1);
  };
}

/** In Excel the page itself scrolls; elsewhere the pane may be a part of a page. */
function scrollerOf(view: ViewId): HTMLElement {
  for (let at = document.getElementById(tabId(view)); at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}

interface PanePanelProps extends PaneViewProps {
  readonly view: PaneView;
}

/** The panel of one view: a spinner while its code loads, an error if that fails, or the view. */
export function PanePanel({ view, ...props }: PanePanelProps) {
  return (
    <div role="tabpanel" id={panelId(view.id)} aria-labelledby={tabId(view.id)}>
      {'Content' in view ? <view.Content {...props} /> : <FetchedContent view={view} {...props} />}
    </div>
  );
}

function FetchedContent({ view, ...props }: PaneViewProps & { readonly view: FetchedView }) {
  const styles = useStyles();
  const { result: Content, hasFailed, again } = useLatest(() => view.load(), [view]);
  if (Content !== undefined) return <Content {...props} />;
  if (!hasFailed) {
    return (
      <Stack gap="M" className={styles.note}>
        <Spinner size="small" label={t('Opening…')} />
      </Stack>
    );
  }
  return (
    <Stack gap="M" role="alert" className={styles.note}>
      <Text>{t('This view couldn’t load. Check your network connection.')}</Text>
      <Button onClick={again}>{t('Try again')}</Button>
    </Stack>
  );
}
