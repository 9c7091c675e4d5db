import { Field, Select } from '@fluentui/react-components';
import { useState } from 'react';

import { isLanguage, LANGUAGES } from '../../engine/language/languages';
import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';

export interface LanguageFieldProps {
  readonly ports: Pick<PanePorts, 'language' | 'host'>;
}

/** The language that Locus speaks; each language is listed by its own name. */
export function LanguageField({ ports: { language, host } }: LanguageFieldProps) {
  const [chosen, setChosen] = useState(() => language.current());
  const [isKept, setKept] = useState(true);
  return (
    <Field
      label={t('Language')}
      hint={
        isKept ? t('Applies when you reopen Locus.') : t('This device can’t save the language.')
      }
    >
      <Select
        value={chosen ?? ''}
        onChange={(_event, { value }) => {
          const next = isLanguage(value) ? value : undefined;
          setChosen(next);
          setKept(language.choose(next));
        }}
      >
        <option value="">
          {host.kind === 'excel' ? t('Same as Excel') : t('Same as your browser')}
        </option>
        {Object.entries(LANGUAGES).map(([code, { title }]) => (
          <option key={code} value={code} lang={code}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}
