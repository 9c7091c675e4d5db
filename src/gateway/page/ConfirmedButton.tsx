import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';

export interface ConfirmedButtonProps {
  /** What the button does, in one word. */
  readonly verb: string;
  readonly about: string;
  readonly warning: string;
  /** @default medium */
  readonly size?: 'small' | 'medium';
  onConfirm(): void;
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
});

/**
 * A button that asks before it does something that can't be undone, or that stops somebody's work.
 */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { verb, about, warning, size = 'medium', onConfirm } = props;
  const styles = useStyles();
  const [isAsking, setIsAsking] = useState(false);
  const wasAsking = useRef(false);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button with the focus has gone. The last one is the one that changes nothing.
    if (isAsking !== wasAsking.current) {
      row.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
    }
    wasAsking.current = isAsking;
  }, [isAsking]);
  const question = `${verb} ${about}?`;
  return (
    <div
      ref={row}
      className={styles.row}
      {...(isAsking && { role: 'group', 'aria-label': question })}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsAsking(false);
      }}
    >
      {isAsking ? (
        <>
          <span>
            {question} {warning}
          </span>
          <Button
            size={size}
            appearance="primary"
            onClick={() => {
              setIsAsking(false);
              onConfirm();
            }}
          >
            {verb}
          </Button>
          <Button size={size} onClick={() => setIsAsking(false)}>
            Cancel
          </Button>
        </>
      ) : (
        <Button size={size} aria-label={`${verb} ${about}`} onClick={() => setIsAsking(true)}>
          {verb}
        </Button>
      )}
    </div>
  );
}
