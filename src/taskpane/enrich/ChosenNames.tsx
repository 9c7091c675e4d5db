import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { t } from '../../language/speech';

export interface ChosenNamesProps {
  readonly chosen: readonly string[];
  /** What people call a name. */
  titleOf(name: string): string;
  onChange(chosen: readonly string[]): void;
  /** The last of them was removed, and its button with it: the focus has to go elsewhere. */
  onEmptied(): void;
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
export function ChosenNames({ chosen, titleOf, onChange, onEmptied }: ChosenNamesProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);

  /** The focus goes to the name that takes the place of the removed one. */
  function keep(left: readonly string[], at: number): void {
    flushSync(() => onChange(left));
    const names = root.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [];
    const next = names[Math.min(at, names.length - 1)];
    if (next === undefined) onEmptied();
    else next.focus();
  }

  if (chosen.length === 0) return null;
  return (
    <div ref={root} className={styles.root} role="group" aria-label={t('Chosen names')}>
      {chosen.slice(0, SHOWN).map((name, index) => (
        <Button
          key={name}
          className={styles.name}
          size="small"
          icon={<Dismiss16Regular />}
          iconPosition="after"
          aria-label={t('Remove {name}', { name: titleOf(name) })}
          title={name}
          data-name=""
          onClick={() => {
            keep(
              chosen.filter((other) => other !== name),
              index,
            );
          }}
        >
          {titleOf(name)}
        </Button>
      ))}
      {chosen.length > SHOWN && (
        <p className={styles.text}>{t('and {rest} more', { rest: chosen.length - SHOWN })}</p>
      )}
      {chosen.length > 1 && (
        <Button size="small" appearance="transparent" onClick={() => keep([], 0)}>
          {t('Remove all names')}
        </Button>
      )}
    </div>
  );
}
