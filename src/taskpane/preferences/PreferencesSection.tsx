import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';

import type { DateFormat } from '../../settings/preferences';
import { DATE_FORMATS, defaultPreferences } from '../../settings/preferences';
import { NumberField } from '../NumberField';
import { PaneSection } from '../PaneSection';
import type { SavedPreferences } from '../saved-preferences';

export interface PreferencesSectionProps {
  readonly saved: SavedPreferences;
}

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  text: { margin: 0 },
  action: { alignSelf: 'start' },
});

/** How Locus asks, on this device. */
export function PreferencesSection({ saved }: PreferencesSectionProps) {
  const styles = useStyles();
  const { current, isKept } = saved;

  const saving = (
    name: 'maxConcurrency' | 'deadlineMs',
    scale: number,
    outOfBounds: string,
  ): ((value: number | undefined) => string | undefined) => {
    return (value) => {
      // An emptied box asks for what we would choose.
      const wanted = value === undefined ? defaultPreferences[name] : value * scale;
      return saved.save({ [name]: wanted }) ? undefined : outOfBounds;
    };
  };

  return (
    <PaneSection title="Settings">
      <NumberField
        label="Maximum calls at once"
        hint="More is faster, if the service allows it."
        value={current.maxConcurrency}
        save={saving('maxConcurrency', 1, 'Enter a whole number from 1 to 20.')}
      />
      <NumberField
        label="Maximum wait per cell"
        unit="seconds"
        value={current.deadlineMs / SECOND_MS}
        save={saving('deadlineMs', SECOND_MS, 'Enter a number from 5 to 600.')}
      />
      <p className={styles.note}>
        {isKept
          ? 'Applies after a restart.'
          : 'These two apply after a restart, but this device can’t save them.'}
      </p>
      <Field label="Date format" hint="Match what your models expect.">
        <Select
          value={current.dateFormat}
          onChange={(_event, { value }) => {
            saved.save({ dateFormat: value as DateFormat });
          }}
        >
          {DATE_FORMATS.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </Select>
      </Field>
      <Button
        className={styles.action}
        onClick={() => {
          const { maxConcurrency, deadlineMs, dateFormat } = defaultPreferences;
          saved.save({ maxConcurrency, deadlineMs, dateFormat });
        }}
      >
        Reset to defaults
      </Button>
      <p aria-live="polite" className={styles.text}>
        {isKept ? '' : 'This device can’t save settings. They last until you close Locus.'}
      </p>
    </PaneSection>
  );
}

const SECOND_MS = 1_000;
