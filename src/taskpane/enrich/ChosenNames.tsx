import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';

import { countText } from '../figure-text';

export interface ChosenNamesProps {
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** More than these are counted, not listed. */
const SHOWN = 12;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
  },
  name: { minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' },
  text: { margin: 0 },
});

/** What was chosen, in the order of the columns; each goes by a click. */
export function ChosenNames({ chosen, onChange }: ChosenNamesProps) {
  const styles = useStyles();
  if (chosen.length === 0) return null;
  return (
    <div className={styles.root} role="group" aria-label="Chosen names">
      {chosen.slice(0, SHOWN).map((name) => (
        <Button
          key={name}
          className={styles.name}
          size="small"
          icon={<Dismiss16Regular />}
          iconPosition="after"
          aria-label={`Remove ${name}`}
          onClick={() => onChange(chosen.filter((other) => other !== name))}
        >
          {name}
        </Button>
      ))}
      {chosen.length > SHOWN && (
        <p className={styles.text}>and {countText(chosen.length - SHOWN)} more</p>
      )}
      {chosen.length > 1 && (
        <Button size="small" appearance="transparent" onClick={() => onChange([])}>
          Remove all names
        </Button>
      )}
    </div>
  );
}
