import { Button, Field, makeStyles } from '@fluentui/react-components';
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useState, type ClipboardEvent, type RefObject } from 'react';

import { t } from '../../engine/language/speech';
import { KeyInput } from './KeyInput';

export interface KeyFieldProps {
  /** The box where the typed key is read and cleared; no React state or attribute holds the key. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly hasKey: boolean;
  readonly error: string | undefined;
}

const useStyles = makeStyles({
  masked: { '-webkit-text-security': 'disc' },
});

/**
 * The only place where a key is ever on the page, and only while it is being typed. It is a text
 * box with masked characters rather than a password box, so that it has a role and a name, and so
 * that browsers do not offer to keep the key among passwords.
 */
export function KeyField({ inputRef, hasKey, error }: KeyFieldProps) {
  const styles = useStyles();
  const [isShown, setIsShown] = useState(false);

  function keepHidden(event: ClipboardEvent): void {
    if (!isShown) event.preventDefault();
  }

  return (
    <Field
      label={t('API key')}
      validationState={error === undefined ? 'none' : 'error'}
      validationMessage={error ?? null}
    >
      <KeyInput
        inputRef={inputRef}
        input={isShown ? {} : { className: styles.masked }}
        placeholder={hasKey ? t('Type to replace your key') : t('API key or access token')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore=""
        data-lpignore="true"
        onCopy={keepHidden}
        onCut={keepHidden}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
            aria-label={isShown ? t('Hide key') : t('Show key')}
            onClick={() => {
              setIsShown(!isShown);
            }}
          />
        }
      />
    </Field>
  );
}
