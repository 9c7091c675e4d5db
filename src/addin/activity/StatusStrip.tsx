import { Button, makeStyles, mergeClasses, ProgressBar, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import type { Preferences } from '../device/preferences';
import { callsPriceText } from '../pane/parts/price-text';
import { durationText } from '../pane/parts/figure-text';
import { Unseen } from '../pane/parts/layout';
import { useApproval } from './use-approval';
import { createRunStore, endText, settledIn, type Run } from './run-progress';
import { useActivityValue, useStoreValue } from '../pane/parts/use-store-value';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { ViewId } from '../pane/parts/pane-view';
import { tabId } from '../pane/parts/PaneTabs';

export interface StatusStripProps {
  readonly ports: Pick<PanePorts, 'activity' | 'clock' | 'held' | 'preferences' | 'pause' | 'goOn'>;
  /** The view below. Home has what is held, and a progress bar, itself. */
  readonly shown: ViewId;
  goToView(id: ViewId): void;
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '24px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  urgent: {
    borderBottomColor: tokens.colorStatusWarningBorder1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  text: { flex: '1 1 120px', minWidth: 0, margin: 0, overflowWrap: 'anywhere' },
  fault: { flexBasis: '100%', margin: 0, color: tokens.colorStatusDangerForeground3 },
  bar: { flexBasis: '100%', marginTop: tokens.spacingVerticalXXS },
});

/** What waits for a person and what is going on, above every view: nobody has to look for it. */
export function StatusStrip({ ports, shown, goToView }: StatusStripProps) {
  const styles = useStyles();
  const isHome = shown === 'home';
  const [runs] = useState(() => createRunStore(ports.activity));
  const run = useStoreValue(runs);
  const plan = useStoreValue(ports.held);
  const stoppedBy = useActivityValue(ports.activity, (snapshot) => snapshot.stoppedBy);
  const isUnreachable = useActivityValue(ports.activity, (snapshot) => snapshot.isUnreachable);
  const failingStatus = useActivityValue(ports.activity, (snapshot) => snapshot.failingStatus);
  const isLasting = useLasting(run.isBusy, ports.clock);
  usePageTitle(titleOf(run, plan, stoppedBy !== undefined || isUnreachable, isLasting));
  const home = (
    <Button size="small" onClick={() => goToView('home')}>
      {t('Details')}
    </Button>
  );
  return (
    <>
      {stoppedBy !== undefined && !isHome && (
        <Row isUrgent text={STOPPED[stoppedBy]}>
          {home}
        </Row>
      )}
      {!isHome && <HeldRow ports={ports} shown={shown} home={home} />}
      {isUnreachable && <Row isUrgent text={unreachableText(failingStatus)} />}
      {(run.isPaused || (isLasting && !isUnreachable)) && (
        <Row text={workText(run)}>
          <Button size="small" onClick={run.isPaused ? ports.goOn : ports.pause}>
            {run.isPaused ? t('Resume') : t('Pause')}
          </Button>
          {!isHome && run.isBusy && (
            <ProgressBar
              aria-label={t('Progress')}
              className={styles.bar}
              value={settledIn(run)}
              max={Math.max(1, run.total)}
            />
          )}
        </Row>
      )}
    </>
  );
}

interface HeldRowProps {
  readonly ports: Pick<PanePorts, 'held' | 'preferences'>;
  readonly shown: ViewId;
  readonly home: ReactNode;
}

function HeldRow({ ports, shown, home }: HeldRowProps) {
  const styles = useStyles();
  const { plan, fault, approve } = useApproval(ports.held);
  const preferences = useStoreValue(ports.preferences);
  if (plan === undefined && fault === undefined) return null;
  return (
    <Row isUrgent text={plan === undefined ? '' : heldText(plan, preferences)}>
      {plan !== undefined && (
        <Button
          size="small"
          appearance="primary"
          onClick={() => {
            // The button disappears; the focus must not be lost with it.
            document.getElementById(tabId(shown))?.focus({ preventScroll: true });
            void approve(plan.calls);
          }}
        >
          {plan.first === 'interrupted' ? t('Go on') : t('Approve all')}
        </Button>
      )}
      {home}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </Row>
  );
}

interface RowProps {
  readonly text: string;
  readonly isUrgent?: boolean;
  readonly children?: ReactNode;
}

function Row({ text, isUrgent = false, children }: RowProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.row, isUrgent && styles.urgent)}>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}

/** Whether `isNow` has been true for a while: a brief row would only make the view jump. */
function useLasting(isNow: boolean, clock: PanePorts['clock']): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isNow) return undefined;
    const cancel = clock.schedule(LASTING_MS, () => setLasting(true));
    return () => {
      cancel();
      setLasting(false);
    };
  }, [isNow, clock]);
  return isNow && isLasting;
}

const LASTING_MS = 1_000;

/** @param status what each call fails with, if the service replies at all. */
function unreachableText(status: number | undefined): string {
  return status === undefined
    ? t('The service can’t be reached. Locus resumes by itself when it can.')
    : t('The service isn’t working (status {status}). Locus tries again every few seconds.', {
        status: String(status),
      });
}

const STOPPED = {
  'key-refused': t('Stopped: the service rejected your API key.'),
  'out-of-credits': t('Stopped: you’re out of credits.'),
} as const;

function heldText({ calls, values, reason, first }: HeldPlan, preferences: Preferences): string {
  const price = callsPriceText(calls, preferences);
  const waiting =
    price === undefined
      ? t('{calls, plural, one {# call needs} other {# calls need}} your approval.', { calls })
      : t(
          '{calls, plural, one {# call needs} other {# calls need}} your approval, about {price}.',
          { calls, price },
        );
  if (first === 'interrupted') {
    return t('{values, plural, one {# value was} other {# values were}} interrupted. {waiting}', {
      values,
      waiting,
    });
  }
  return reason === 'over-budget' ? t('Over today’s budget: {waiting}', { waiting }) : waiting;
}

function workText(run: Run): string {
  const { isPaused, isBusy, isStalled, total, timeLeftMs } = run;
  if (!isBusy) return t('Paused.');
  const progress = t('{settled} of {total, plural, one {# value} other {# values}}', {
    settled: settledIn(run),
    total,
  });
  if (isPaused) return t('Paused: {progress}', { progress });
  if (isStalled)
    return t('The service isn’t taking requests right now. Still trying: {progress}', { progress });
  return timeLeftMs === undefined
    ? t('Running: {progress}', { progress })
    : t('Running: {progress}, {duration} left', { progress, duration: durationText(timeLeftMs) });
}

/** What the browser's tab says while a person works elsewhere; undefined if nothing. */
function titleOf(
  run: Run,
  plan: HeldPlan | undefined,
  isStopped: boolean,
  isLasting: boolean,
): string | undefined {
  if (plan !== undefined) return t('Needs approval');
  if (isStopped) return t('Stopped');
  if (run.isPaused) return t('Paused');
  const share = settledIn(run) / Math.max(1, run.total);
  return isLasting ? `${Math.floor(100 * share)}%` : undefined;
}

/** Puts the text before the page's own title, whatever that is by then; nothing if undefined. */
function usePageTitle(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return undefined;
    const prefix = `${text} · `;
    document.title = prefix + document.title;
    return () => void (document.title = document.title.replace(prefix, ''));
  }, [text]);
}

/** A run of fewer values is over at once, and not worth interrupting a listener for. */
const MIN_ANNOUNCED = 20;

/** Tells people with a screen reader that work has ended: once per run, never during it. */
export function ActivityAnnouncer({ activity, held }: Pick<PanePorts, 'activity' | 'held'>) {
  const [text, setText] = useState('');

  useEffect(() => {
    const runs = createRunStore(activity);
    let wasBusy = runs.current().isBusy;
    return runs.subscribe(() => {
      const run = runs.current();
      const hasEnded = wasBusy && !run.isBusy;
      // A live region reads out the same text again only if it was cleared in between.
      if (!wasBusy && run.isBusy) setText('');
      wasBusy = run.isBusy;
      if (!hasEnded || run.total < MIN_ANNOUNCED) return;
      const end = endText(run, held.current() !== undefined);
      setText(end);
      noticeEnd(end, document);
    });
  }, [activity, held]);

  return (
    <Unseen as="div" aria-live="polite">
      {text}
    </Unseen>
  );
}

/**
 * Tells a person who works elsewhere that a run is over: in the page's title until they are back,
 * and by a notification if the page may already send one. It never asks for permission.
 */
export function noticeEnd(text: string, page: Document): void {
  if (!page.hidden) return;
  if (!page.title.startsWith(DONE)) {
    page.title = DONE + page.title;
    const back = (): void => void (page.title = page.title.replace(DONE, ''));
    page.addEventListener('visibilitychange', back, { once: true });
  }
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
  try {
    new Notification('Locus', { body: text });
  } catch {
    // Some browsers let only a service worker notify.
  }
}

const DONE = t('Done · ');
