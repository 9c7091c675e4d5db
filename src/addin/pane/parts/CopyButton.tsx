import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { useState } from 'react';

import { t } from '../../../engine/language/speech';

export interface CopyButtonProps {
  readonly children: string;
  readonly size?: 'small' | 'medium';
  /** What to copy; called when a person presses the button. */
  text(): string;
  /** False if the page may not. */
  copy(text: string): Promise<boolean>;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  said: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Copies, and says whether that worked. */
export function CopyButton({ children, size = 'medium', text, copy }: CopyButtonProps) {
  const styles = useStyles();
  const [said, setSaid] = useState('');
  return (
    <div className={styles.root}>
      <Button
        size={size}
        icon={<Copy20Regular />}
        onClick={() => {
          void copy(text()).then((isCopied) => {
            setSaid(isCopied ? t('Copied.') : t('Couldn’t copy. Your browser blocked it.'));
          });
        }}
      >
        {children}
      </Button>
      <p className={styles.said} aria-live="polite">
        {said}
      </p>
    </div>
  );
}
