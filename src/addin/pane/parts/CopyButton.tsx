import { Button } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { useState } from 'react';

import { t } from '../../../engine/language/speech';
import { Row, Text } from './layout';

export interface CopyButtonProps {
  readonly children: string;
  readonly size?: 'small' | 'medium';
  /** What to copy; called when a person presses the button. */
  text(): string;
  /** False if the page may not. */
  copy(text: string): Promise<boolean>;
}

/** Copies, and says whether that worked. */
export function CopyButton({ children, size = 'medium', text, copy }: CopyButtonProps) {
  const [announced, setAnnounced] = useState('');
  return (
    <Row>
      <Button
        size={size}
        icon={<Copy20Regular />}
        onClick={() =>
          void copy(text()).then((isCopied) =>
            setAnnounced(isCopied ? t('Copied.') : t('Couldn’t copy. Your browser blocked it.')),
          )
        }
      >
        {children}
      </Button>
      <Text tone="quiet" aria-live="polite">
        {announced}
      </Text>
    </Row>
  );
}
