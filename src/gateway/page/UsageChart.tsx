import { makeStyles, tokens } from '@fluentui/react-components';
import type { UsageDay } from './gateway-client';
import { callsText } from './usage-text';

const useStyles = makeStyles({
  chart: { width: '100%', height: '140px', display: 'block' },
  charged: { fill: tokens.colorBrandBackground },
  unknown: { fill: tokens.colorPaletteYellowBackground3 },
  axis: { stroke: tokens.colorNeutralStroke1 },
  days: {
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const WIDTH = 600;
const HEIGHT = 120;

type ShownDay = Pick<UsageDay, 'day' | 'charged' | 'booked'>;

/**
 * A chart of calls by day, the latest on the right. Calls that were booked without an answer are
 * stacked on top.
 */
export function UsageChart({ days }: { readonly days: readonly ShownDay[] }) {
  const styles = useStyles();
  const most = days.reduce((highest, { booked }) => Math.max(highest, booked), 0);
  const step = WIDTH / days.length;
  const heightOf = (calls: number): number => (calls / Math.max(1, most)) * HEIGHT;
  const total = days.reduce((sum, { booked }) => sum + booked, 0);
  const summary = `${callsText(total)} in ${days.length} days, ${most.toLocaleString()} on the busiest`;
  return (
    <figure style={{ margin: 0 }}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {days.map(({ day, charged, booked }, index) => (
          <g key={day}>
            <title>{`${day}: ${callsText(booked)}`}</title>
            <rect
              className={styles.charged}
              x={index * step + 1}
              width={step - 2}
              y={HEIGHT - heightOf(charged)}
              height={heightOf(charged)}
            />
            <rect
              className={styles.unknown}
              x={index * step + 1}
              width={step - 2}
              y={HEIGHT - heightOf(booked)}
              height={heightOf(booked - charged)}
            />
          </g>
        ))}
        <line className={styles.axis} x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <div className={styles.days} aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <figcaption className={styles.caption}>{summary}</figcaption>
    </figure>
  );
}
