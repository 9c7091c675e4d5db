import {
  Badge,
  Button,
  FluentProvider,
  Link,
  makeStyles,
  Spinner,
  Subtitle1,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowSort20Regular,
  BrainCircuit20Regular,
  Home20Regular,
  Map20Regular,
  MoreHorizontal20Regular,
  TableAdd20Regular,
  TagMultiple20Regular,
} from '@fluentui/react-icons';
import {
  Activity,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { cellText } from '../../engine/language/cell-text';
import { LANGUAGES } from '../../engine/language/languages';
import { spokenLanguage, t } from '../../engine/language/speech';
import { ActivitySection } from '../activity/ActivitySection';
import { HeldSection } from '../activity/HeldSection';
import { ConnectionSection } from '../connection/ConnectionSection';
import { ExplainSection } from '../explain/ExplainSection';
import type { Problems } from '../functions/problems';
import { ProblemsSection } from '../problems/ProblemsSection';
import { cellAddress, parseArea } from '../spreadsheet/cell-address';
import type { PaneRequest, Selection } from '../spreadsheet/host';
import { WelcomeSection } from '../welcome/WelcomeSection';
import { useActivityValue, useStoreValue } from './parts/use-store-value';
import { useCaughtFocus } from './parts/use-caught-focus';
import type { PanePorts } from './parts/pane-ports';
import { paneThemes } from './parts/pane-theme';
import type { FetchedView, PaneView, PaneViewProps, ViewId, ViewRequest } from './parts/pane-view';
import { PaneBoundary } from './parts/PaneSection';
import { panelId, PaneTabs, tabId } from './parts/PaneTabs';
import { createProblemBoard } from '../problems/problem-board';
import { createSheetChanges, SheetChangesContext } from './parts/use-sheet-changes';
import { ActivityAnnouncer, StatusStrip } from '../activity/StatusStrip';
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
    '& .fui-Checkbox .fui-Checkbox__input:enabled ~ .fui-Checkbox__label': {
      color: tokens.colorNeutralForeground1,
    },
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

  const onRequested = useEffectEvent((asked: PaneRequest) =>
    goToView('cell' in asked ? 'home' : 'more', asked),
  );
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
      <Text>
        {t(
          'This view couldn’t load. Check your network, or reopen Locus: it may have been updated.',
        )}
      </Text>
      <Button onClick={again}>{t('Try again')}</Button>
    </Stack>
  );
}

/** In the order of their tabs. All but the first are fetched when a person first opens them. */
const PANE_VIEWS: readonly PaneView[] = [
  {
    id: 'home',
    title: t('Home'),
    Icon: Home20Regular,
    Content: HomeView,
  },
  {
    id: 'enrich',
    title: t('Enrich'),
    Icon: TableAdd20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-enrich" */ '../enrich/EnrichView')).EnrichView,
  },
  {
    id: 'rank',
    title: t('Rank'),
    Icon: ArrowSort20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-rank" */ './RankView')).RankView,
  },
  {
    id: 'names',
    title: t('Attributes'),
    Icon: TagMultiple20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-names" */ '../names/NamesView')).NamesView,
  },
  {
    id: 'models',
    title: t('Models'),
    Icon: BrainCircuit20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-models" */ '../models/ModelsView')).ModelsView,
  },
  {
    id: 'map',
    title: t('Map'),
    Icon: Map20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-map" */ '../map/MapView')).MapView,
  },
  {
    id: 'more',
    title: t('More'),
    Icon: MoreHorizontal20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-more" */ './MoreView')).MoreView,
  },
];

/** What a person sees first: what waits for them, ways to begin, the key, activity and problems. */
function HomeView({ ports, board, request, goToView }: PaneViewProps) {
  const [timesNeeded, setTimesNeeded] = useState(0);
  const [handled, setHandled] = useState<ViewRequest>();
  const [cell, setCell] = useState<string>();
  // Once a cell is explained, so is each that a person selects, until the explanation is closed.
  const follow = useEffectEvent((selected: string | undefined) => {
    if (cell !== undefined && selected !== undefined) setCell(selected);
  });
  const { selection } = ports.host;
  useEffect(() => selection.subscribe(follow), [selection]);
  // Part of the key: asked about again, a cell is explained as it is now.
  const [timesAsked, setTimesAsked] = useState(0);
  // Once a key works, activity and problems come first; nothing moves while one is typed.
  const [hadKey] = useState(() => ports.connection.current().credential !== undefined);
  const [timesListed, setTimesListed] = useState(0);
  const needKey = (): void => setTimesNeeded((times) => times + 1);
  if (request !== undefined && request !== handled) {
    setHandled(request);
    if (request.isKeyNeeded === true) needKey();
    if (request.areProblemsWanted === true) setTimesListed((times) => times + 1);
    setCell(request.cell);
    setTimesAsked((times) => times + 1);
  }
  const { credential, addresses } = useStoreValue(ports.connection);
  const hasKey = credential !== undefined;
  const { attributeUrl } = addresses;
  const { result: offered } = useLatest(() => ports.signInOffer(), [attributeUrl, hasKey]);
  // What the gateway before said is not what this one says.
  const offer = offered?.address === attributeUrl ? offered : undefined;
  const connectionSection = (
    <ConnectionSection ports={ports} board={board} timesNeeded={timesNeeded} offer={offer} />
  );
  return (
    <PaneBoundary>
      {cell !== undefined && (
        <ExplainSection
          key={`${cell} ${timesAsked}`}
          address={cell}
          ports={ports}
          goToView={goToView}
          onClose={() => setCell(undefined)}
        />
      )}
      <HeldSection ports={ports} goToView={goToView} />
      <WelcomeSection
        ports={ports}
        goToView={goToView}
        onKeyNeeded={needKey}
        // Behind a gateway, people sign in first.
        isLater={offer !== undefined && !hasKey}
      />
      {!hadKey && connectionSection}
      <ActivitySection ports={ports} board={board} />
      <ProblemsSection board={board} ports={ports} timesWanted={timesListed} goToView={goToView} />
      {hadKey && connectionSection}
    </PaneBoundary>
  );
}

interface PaneHeaderProps {
  readonly selection: Selection;
  readonly isSampleData: boolean;
  readonly problems: Problems;
  /** A person wants the selected cell explained. */
  onExplain(address: string): void;
}

const useHeaderStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  top: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  title: { margin: 0 },
  selection: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  address: { color: tokens.colorNeutralForeground1, overflowWrap: 'anywhere' },
  message: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalS,
    borderLeft: `${tokens.strokeWidthThicker} solid ${tokens.colorStatusWarningBorder1}`,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

/**
 * The product's name, whether its values are sample data, and which cells are selected. What a
 * selected cell without a value says is read here: Excel shows it only to those who point at a small
 * sign, and on some desktops not even then. It is known already, so Excel is not asked.
 */
function PaneHeader({ selection, isSampleData, problems, onExplain }: PaneHeaderProps) {
  const styles = useHeaderStyles();
  const id = useId();
  const address = useStoreValue(selection);
  const subscribe = useCallback((listener: () => void) => problems.subscribe(listener), [problems]);
  const message = useSyncExternalStore(subscribe, () => messageAt(address, problems));
  return (
    <header className={styles.root}>
      <div className={styles.top}>
        <Subtitle1 as="h1" className={styles.title}>
          Locus
        </Subtitle1>
        {isSampleData && (
          <Badge appearance="tint" color="warning">
            {t('Sample data')}
          </Badge>
        )}
      </div>
      <div className={styles.selection}>
        <span id={id}>{t('Selected')}</span>
        <span role="group" aria-labelledby={id} className={styles.address}>
          {address ?? t('nothing')}
        </span>
        {address !== undefined && (
          <Link as="button" inline onClick={() => onExplain(address)}>
            {t('Explain this cell')}
          </Link>
        )}
      </div>
      {message !== undefined && <p className={styles.message}>{cellText(message)}</p>}
    </header>
  );
}

/** Of the first selected cell; a formula that fills several cells is in the first of them. */
function messageAt(selected: string | undefined, problems: Problems): string | undefined {
  const area = selected === undefined ? undefined : parseArea(selected);
  if (area === undefined) return undefined;
  const cell = cellAddress(area.sheet, area.startRow, area.startColumn);
  return problems.list().find(({ address }) => address === cell || address === selected)?.message;
}
