import { Button } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PincodeRule } from '../../engine/places/pincode';
import { DATE_FORMATS, defaultPreferences } from '../device/preferences';
import { NumberField } from '../pane/parts/NumberField';
import { SelectField } from '../pane/parts/SelectField';
import { PaneSection } from '../pane/parts/PaneSection';
import type { SavedPreferences } from '../pane/parts/use-store-value';
import { LANGUAGES, type Language } from '../../engine/language/languages';
import type { PanePorts } from '../pane/parts/pane-ports';
import { Text } from '../pane/parts/layout';

export interface PreferencesSectionProps {
  readonly ports: LanguageFieldProps['ports'];
  readonly saved: SavedPreferences;
}

/** How Locus asks, on this device. */
export function PreferencesSection({ ports, saved }: PreferencesSectionProps) {
  const { current, isKept } = saved;
  // Part of the keys: a reset also drops what was typed and could not be saved.
  const [resets, setResets] = useState(0);

  const saving = (
    name: 'maxConcurrency' | 'deadlineMs',
    scale: number,
    outOfBounds: string,
  ): ((value: number | undefined) => string | undefined) => {
    return (value) => {
      // An empty box asks for the default.
      const wanted = value === undefined ? defaultPreferences[name] : value * scale;
      return saved.save({ [name]: wanted }) ? undefined : outOfBounds;
    };
  };

  return (
    <PaneSection title={t('Settings')}>
      <LanguageField ports={ports} />
      <NumberField
        key={`calls ${resets}`}
        label={t('Maximum calls at once')}
        hint={t('More is faster, if the service allows it.')}
        value={current.maxConcurrency}
        save={saving('maxConcurrency', 1, t('Enter a whole number from 1 to 20.'))}
      />
      <NumberField
        key={`wait ${resets}`}
        label={t('Maximum wait per cell')}
        unit={t('seconds')}
        value={current.deadlineMs / SECOND_MS}
        save={saving('deadlineMs', SECOND_MS, t('Enter a number from 5 to 600.'))}
      />
      <SelectField
        label={t('Date format')}
        hint={t('Match what your models expect.')}
        value={current.dateFormat}
        options={DATE_FORMATS.map((format) => [format, format])}
        onChange={(dateFormat) => void saved.save({ dateFormat })}
      />
      <SelectField<PincodeRule>
        label={t('Pincodes')}
        hint={t('What Locus accepts as pincodes in your lists.')}
        value={current.pincodes}
        options={[
          ['india', t('India’s six digits only')],
          ['any', t('Other countries’ codes, too')],
        ]}
        onChange={(pincodes) => void saved.save({ pincodes })}
      />
      <Button
        onClick={() => {
          const { maxConcurrency, deadlineMs, dateFormat, pincodes } = defaultPreferences;
          saved.save({ maxConcurrency, deadlineMs, dateFormat, pincodes });
          setResets((before) => before + 1);
        }}
      >
        {t('Reset to defaults')}
      </Button>
      <Text aria-live="polite">
        {isKept ? '' : t('This device can’t save settings. They last until you close Locus.')}
      </Text>
    </PaneSection>
  );
}

const SECOND_MS = 1_000;

interface LanguageFieldProps {
  readonly ports: Pick<PanePorts, 'language' | 'host'>;
}

/** The language that Locus speaks; each language is listed by its own name. */
function LanguageField({ ports: { language, host } }: LanguageFieldProps) {
  const [chosen, setChosen] = useState(() => language.current());
  const [isKept, setKept] = useState(true);
  return (
    <SelectField<Language | undefined>
      label={t('Language')}
      hint={
        isKept ? t('Applies when you reopen Locus.') : t('This device can’t save the language.')
      }
      value={chosen}
      options={[
        [undefined, host.kind === 'excel' ? t('Same as Excel') : t('Same as your browser')],
        ...(Object.keys(LANGUAGES) as Language[]).map(
          (code) => [code, LANGUAGES[code].title, code] as const,
        ),
      ]}
      onChange={(next) => {
        setChosen(next);
        setKept(language.choose(next));
      }}
    />
  );
}
