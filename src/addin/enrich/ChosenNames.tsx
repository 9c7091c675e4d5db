import { Button, makeStyles } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { t } from '../../engine/language/speech';
import { Row, Text } from '../pane/parts/layout';

export interface ChosenNamesProps {
  readonly chosen: readonly string[];
  /** A name's title for people. */
  titleOf(name: string): string;
  onChange(chosen: readonly string[]): void;
  /** Called when the last name and its button are gone: the focus has to go elsewhere. */
  onEmptied(): void;
}

/** Names beyond this number are counted, not listed. */
const SHOWN = 12;

const useStyles = makeStyles({
  name: { minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' },
});

/** The chosen names, in the order of the columns; a click removes one. */
export function ChosenNames({ chosen, titleOf, onChange, onEmptied }: ChosenNamesProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);

  /** Moves the focus to the name that takes the removed one's place. */
  function keep(left: readonly string[], at: number): void {
    flushSync(() => onChange(left));
    const names = root.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [];
    const next = names[Math.min(at, names.length - 1)];
    if (next === undefined) onEmptied();
    else next.focus();
  }

  if (chosen.length === 0) return null;
  return (
    <Row ref={root} gap="XS" role="group" aria-label={t('Chosen names')}>
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
        <Text>{t('and {rest} more', { rest: chosen.length - SHOWN })}</Text>
      )}
      {chosen.length > 1 && (
        <Button size="small" appearance="transparent" onClick={() => keep([], 0)}>
          {t('Remove all names')}
        </Button>
      )}
    </Row>
  );
}
