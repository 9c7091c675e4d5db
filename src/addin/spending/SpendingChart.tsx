import { makeStyles, tokens } from '@fluentui/react-components';
import { nice } from 'd3-array';

import { t } from '../../engine/language/speech';
import type { LedgerDay } from '../device/ledger';
import { countText } from '../../engine/language/count-text';
import { dayText } from '../device/ledger-sums';

export interface SpendingChartProps {
  /** Oldest first. */
  readonly days: readonly LedgerDay[];
}

const useStyles = makeStyles({
  root: { display: 'block', width: '100%', height: 'auto', overflow: 'visible' },
  bar: { fill: tokens.colorBrandBackground },
  line: { stroke: tokens.colorNeutralStroke2 },
  text: { fill: tokens.colorNeutralForeground2, fontSize: '11px', fontFamily: 'inherit' },
});

/** In the drawing's own units, close to pixels in the narrowest pane. */
const WIDTH = 288;
const HEIGHT = 96;
const TOP = 16;
const BOTTOM = 80;
/** On either side of a bar, as a fraction of its slot. */
const GAP = 0.1;

/** The calls of each day as bars. A label and the table below say the same in words. */
export function SpendingChart({ days }: SpendingChartProps) {
  const styles = useStyles();
  const most = days.reduce((top, day) => (day.calls > top.calls ? day : top), NO_CALLS);
  const step = WIDTH / days.length;
  const [, top] = nice(0, Math.max(1, most.calls), 2);
  const y = (calls: number): number => BOTTOM - ((BOTTOM - TOP) * calls) / top;
  const first = days[0];
  const last = days.at(-1);
  return (
    <svg
      role="img"
      aria-label={chartText(days, most)}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      className={styles.root}
    >
      <line className={styles.line} x1={0} x2={WIDTH} y1={y(top)} y2={y(top)} />
      <line className={styles.line} x1={0} x2={WIDTH} y1={BOTTOM} y2={BOTTOM} />
      <text className={styles.text} x={0} y={y(top) - 4}>
        {countText(top)}
      </text>
      {days
        .map(({ day, calls }, index) => ({ day, calls, x: index * step }))
        .filter(({ calls }) => calls > 0)
        .map(({ day, calls, x }) => (
          <rect
            key={day}
            className={styles.bar}
            x={x + step * GAP}
            width={step * (1 - 2 * GAP)}
            // A single call among thousands must still be visible.
            y={Math.min(y(calls), BOTTOM - 1)}
            height={Math.max(1, BOTTOM - y(calls))}
          >
            <title>{`${dayText(day)}: ${t('{calls, plural, one {# call} other {# calls}}', { calls })}`}</title>
          </rect>
        ))}
      {first !== undefined && (
        <text className={styles.text} x={0} y={HEIGHT - 2}>
          {dayText(first.day)}
        </text>
      )}
      {last !== undefined && (
        <text className={styles.text} x={WIDTH} y={HEIGHT - 2} textAnchor="end">
          {dayText(last.day)}
        </text>
      )}
    </svg>
  );
}

const NO_CALLS = { day: '', calls: 0 };

function chartText(days: readonly LedgerDay[], most: Pick<LedgerDay, 'day' | 'calls'>): string {
  const title = t('Calls per day, last {days} days', { days: days.length });
  if (most.calls === 0) return t('{title}: none.', { title });
  return t('{title}: at most {calls}, on {day}.', {
    title,
    calls: most.calls,
    day: dayText(most.day),
  });
}
