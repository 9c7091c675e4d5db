import { Button, makeStyles, mergeClasses, ProgressBar, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { t, countText } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { Activity, ActivitySnapshot, CancelScheduled, Clock } from '../../engine/lookup';
import { useActivityValue, useStoreValue, type ValueStore } from '../pane/parts/use-store-value';
import { durationText, rateText } from '../pane/parts/figure-text';
import { priceUpTo } from '../pane/parts/price-text';
import type { PanePorts } from '../pane/parts/pane-ports';
import { createRunStore, endText, failedIn, settledIn, type Run } from './run-progress';
import { Actions, Fault, Stack, Text } from '../pane/parts/layout';
import type { ProblemBoard } from '../pane/parts/pane-view';

type ActivitySectionProps = ActivityActionsProps & ActivityProgressProps;

/** What the engine is doing. The section draws once; each part of it subscribes on its own. */
export function ActivitySection({ ports, board }: ActivitySectionProps) {
  return (
    <PaneSection title={t('Activity')}>
      <StoppedNotice activity={ports.activity} />
      <PausedNotice activity={ports.activity} />
      <ActivityProgress ports={ports} />
      <ActivityFigures activity={ports.activity} />
      <ActivityActions ports={ports} board={board} />
    </PaneSection>
  );
}

const useStyles = makeStyles({
  notice: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  stopped: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusWarningBorder1}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  // Keeps its height while idle, so that nothing below jumps when work starts.
  progress: {
    minHeight: '48px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  figure: {
    display: 'flex',
    flexDirection: 'column',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: {
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase400,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
});

/** Says that nothing is sent because a person paused, and for how long cells wait. */
function PausedNotice({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const isPaused = useActivityValue(activity, (snapshot) => snapshot.isPaused);
  return isPaused ? (
    <p className={styles.notice}>
      {t(
        'Paused. Nothing is sent until you select Resume. Cells that wait longer than 15 minutes are cancelled.',
      )}
    </p>
  ) : null;
}

const WORDS = {
  'key-refused': t(
    'Stopped: the service rejected your API key. Enter a valid key under Connection.',
  ),
  'out-of-credits': t('Stopped: you’re out of credits. Add credits, then select Retry failed.'),
} as const;

/** Says that nothing is sent until a person acts, and what they must do. */
function StoppedNotice({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const stoppedBy = useActivityValue(activity, (snapshot) => snapshot.stoppedBy);
  return stoppedBy === undefined ? null : (
    <p role="alert" className={mergeClasses(styles.notice, styles.stopped)}>
      {WORDS[stoppedBy]}
    </p>
  );
}

interface ActivityProgressProps {
  readonly ports: Pick<PanePorts, 'activity' | 'clock' | 'held'>;
}

/** How far the current work has come, how fast it goes, and when it may be over. */
function ActivityProgress({ ports: { activity, clock, held } }: ActivityProgressProps) {
  const styles = useStyles();
  const [store] = useState(() => createRunStore(activity));
  const [rates] = useState(() => createRateStore(activity, clock));
  const run = useStoreValue(store);
  const isAwaiting = useStoreValue(held) !== undefined;
  return (
    <Stack gap="XS" className={styles.progress}>
      {run.isBusy && (
        <ProgressBar
          aria-label={t('Progress')}
          value={settledIn(run)}
          max={Math.max(1, run.total)}
        />
      )}
      <Text>{runText(run, isAwaiting)}</Text>
      <Rate rates={rates} />
    </Stack>
  );
}

/** A component of its own, so that a change of speed redraws nothing else. */
function Rate({ rates }: { readonly rates: RateStore }) {
  const rate = useStoreValue(rates);
  return rate === undefined ? null : <Text>{rateText(rate)}</Text>;
}

function runText(run: Run, isAwaiting: boolean): string {
  if (run.isBusy) {
    const text = busyText(run);
    if (run.isPaused) return t('{text}, paused', { text });
    return run.timeLeftMs === undefined
      ? text
      : t('{text}, {duration} left', { text, duration: durationText(run.timeLeftMs) });
  }
  return run.hasAsked || run.held + run.cancelled > 0
    ? endText(run, isAwaiting)
    : t('No requests yet.');
}

function busyText({ done, failed, total }: Run): string {
  return failed === 0
    ? t('{settled} of {total, plural, one {# value} other {# values}}', { settled: done, total })
    : t('{done} of {total} done, {failed} failed', { done, total, failed });
}

interface ActivityActionsProps {
  readonly ports: Pick<PanePorts, 'activity' | 'preferences' | 'retryFailed' | 'cancelWaiting'>;
  readonly board: ProblemBoard;
}

/** What a person can do about the work: retry what failed, or cancel. The strip has the pause. */
function ActivityActions({ ports, board }: ActivityActionsProps) {
  const hasWaiting = useActivityValue(ports.activity, ({ waiting }) => waiting > 0);
  const hasFailed = useActivityValue(
    ports.activity,
    (snapshot) =>
      failedIn(snapshot) > (snapshot.failedByCode.rejected ?? 0) ||
      snapshot.stoppedBy !== undefined,
  );
  const { groups, calls } = useStoreValue(board);
  const hasProblems = groups.some(({ code }) => !CORRECTED.has(code));
  const price = priceUpTo(calls, useStoreValue(ports.preferences), (cost) =>
    t('Retry failed uses {cost}.', { cost }),
  );
  const priceId = useId();
  const [fault, setFault] = useState<string>();

  async function retryFailed(): Promise<void> {
    setFault(undefined);
    try {
      // This may take as long as the host calculates; the button stays usable meanwhile.
      const { failures } = await ports.retryFailed(price);
      setFault(failures[0]?.message);
    } catch {
      setFault(NOT_ASKED);
    }
  }

  return (
    <>
      <Actions isCompact>
        <Button
          disabledFocusable={!(hasFailed || hasProblems)}
          aria-describedby={calls > 0 ? priceId : undefined}
          onClick={() => void retryFailed()}
        >
          {t('Retry failed')}
        </Button>
        <Button disabledFocusable={!hasWaiting} onClick={() => ports.cancelWaiting()}>
          {t('Cancel')}
        </Button>
      </Actions>
      {calls > 0 && (
        <Text id={priceId} tone="quiet" isSmall>
          {price.text}
        </Text>
      )}
      <Fault>{fault}</Fault>
    </>
  );
}

/** What has to be corrected in the sheet: the cell then asks by itself. */
const CORRECTED: ReadonlySet<string> = new Set([
  'rejected',
  'invalid-argument',
  'invalid-variable',
]);

const NOT_ASKED = t('Couldn’t recalculate. If you’re editing a cell, finish and try again.');

/** Each label, and the count shown under it. */
const FIGURES: readonly (readonly [string, (snapshot: ActivitySnapshot) => number])[] = [
  [t('Waiting'), ({ waiting }) => waiting],
  [t('In progress'), ({ inFlight }) => inFlight],
  [t('Done'), ({ done }) => done],
  [t('Failed'), failedIn],
  [t('Calls made'), ({ callsSpent, callsUnanswered }) => callsSpent + callsUnanswered],
  [t('Calls saved'), ({ callsSaved }) => callsSaved],
];

/** Six counts, each redrawn only when it changes. */
function ActivityFigures({ activity }: { readonly activity: Activity }) {
  const styles = useStyles();
  const unanswered = useActivityValue(activity, (snapshot) => snapshot.callsUnanswered);
  const refused = useActivityValue(activity, refusedCalls);
  return (
    <>
      <div className={styles.grid}>
        {FIGURES.map(([label, select]) => (
          <ActivityFigure key={label} activity={activity} label={label} select={select} />
        ))}
      </div>
      {unanswered > 0 && (
        <Text tone="quiet" isSmall>
          {t(
            '{unanswered, plural, one {# call} other {# calls}} got no reply and may have been charged.',
            { unanswered },
          )}
        </Text>
      )}
      {refused > 0 && (
        <Text tone="quiet" isSmall>
          {t(
            '{refused, plural, one {# more call was} other {# more calls were}} turned away by the service without charge.',
            { refused },
          )}
        </Text>
      )}
    </>
  );
}

/** Calls that have ended and cost nothing. A call counts as made if it may have been charged. */
function refusedCalls(snapshot: ActivitySnapshot): number {
  const { callsMade, callsInFlight, callsSpent, callsUnanswered } = snapshot;
  return Math.max(0, callsMade - callsInFlight - callsSpent - callsUnanswered);
}

interface ActivityFigureProps {
  readonly activity: Activity;
  readonly label: string;
  select(snapshot: ActivitySnapshot): number;
}

function ActivityFigure({ activity, label, select }: ActivityFigureProps) {
  const styles = useStyles();
  const id = useId();
  const value = useActivityValue(activity, select);
  return (
    <div className={styles.figure}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <span role="group" aria-labelledby={id} data-value={value} className={styles.value}>
        {countText(value)}
      </span>
    </div>
  );
}

/**
 * Values settled per second, over the last few seconds; undefined while the engine is idle, or has
 * not been watched for long enough.
 */
type RateStore = ValueStore<number | undefined>;

/** Updates whenever the activity reports a change, and once more after it has fallen silent. */
function createRateStore(
  activity: Activity,
  clock: Pick<Clock, 'elapsed' | 'schedule'>,
): RateStore {
  const listeners = new Set<() => void>();
  let samples: Sample[] = [];
  let rate: number | undefined;
  let stopListening: (() => void) | undefined;
  let cancelLook: CancelScheduled | undefined;

  function look(snapshot: ActivitySnapshot): void {
    const isBusy = snapshot.waiting + snapshot.inFlight > 0;
    const at = clock.elapsed();
    const settled = settledIn(snapshot.run);
    samples = isBusy
      ? [...samples.filter((sample) => sample.at >= at - SPAN_MS), { at, settled }]
      : [];
    const next = rateOf(samples);
    if (next === rate) return;
    rate = next;
    for (const listener of [...listeners]) listener();
  }

  function listen(snapshot: ActivitySnapshot): void {
    cancelLook?.();
    cancelLook = clock.schedule(SILENCE_MS, () => look(activity.snapshot()));
    look(snapshot);
  }

  return {
    current: () => rate,
    subscribe(listener) {
      listeners.add(listener);
      stopListening ??= activity.subscribe(listen);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopListening = undefined;
        cancelLook?.();
        samples = [];
        rate = undefined;
      };
    },
  };
}

interface Sample {
  readonly at: number;
  /** Values settled by then. */
  readonly settled: number;
}

const SPAN_MS = 3000;
/** Over a shorter time, a rate says more about chance than about speed. */
const MIN_SPAN_MS = 500;
const SILENCE_MS = 3000;

/** In steps that a person can read: whole values, or tenths below ten. */
function rateOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < MIN_SPAN_MS)
    return undefined;
  // The count goes down when failed questions are asked again.
  const perSecond = Math.max(0, (last.settled - first.settled) / (last.at - first.at)) * 1000;
  const rate = perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10;
  // No rate instead of 0: the waiting count shows that nothing ends.
  return rate > 0 ? rate : undefined;
}
