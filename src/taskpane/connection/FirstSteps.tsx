import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';

export interface FirstStepsProps {
  /** How many of the three are done. */
  readonly done: number;
}

const STEPS = ['Your key', 'Test it', 'First formula'] as const;

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, auto))',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  step: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  mark: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    flexShrink: 0,
    width: '16px',
    height: '16px',
    borderRadius: tokens.borderRadiusCircular,
    border: `${tokens.strokeWidthThin} solid currentColor`,
    fontSize: '10px',
    lineHeight: 1,
  },
  done: { flexShrink: 0, color: tokens.colorStatusSuccessForeground3 },
});

/** Where a newcomer stands on the way to a first value. */
export function FirstSteps({ done }: FirstStepsProps) {
  const styles = useStyles();
  return (
    <ol className={styles.root} aria-label="First steps">
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={mergeClasses(styles.step, index === done && styles.current)}
          aria-current={index === done ? 'step' : undefined}
        >
          {index < done ? (
            <CheckmarkCircle16Filled className={styles.done} aria-label="Done:" />
          ) : (
            <span aria-hidden className={styles.mark}>
              {index + 1}
            </span>
          )}
          {step}
        </li>
      ))}
    </ol>
  );
}
