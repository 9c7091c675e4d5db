import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { CopyButton } from '../CopyButton';
import type { PanePorts } from '../pane-ports';
import { PaneSection } from '../PaneSection';

export interface DiagnosticsSectionProps {
  readonly ports: Pick<PanePorts, 'diagnostics' | 'copyText'>;
}

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  action: { alignSelf: 'start' },
  bundle: { fontFamily: tokens.fontFamilyMonospace },
});

/** A text for whoever helps, which a person can read before they hand it on. */
export function DiagnosticsSection({ ports }: DiagnosticsSectionProps) {
  const styles = useStyles();
  const [bundle, setBundle] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  const collect = (): void => {
    setHasFailed(false);
    ports.diagnostics().then(setBundle, () => {
      setHasFailed(true);
    });
  };

  return (
    <PaneSection title="Help with a problem">
      <p className={styles.text}>
        Collects versions, settings, counts and the last events, for whoever helps you. Your key,
        your places and what your cells hold are not in it.
      </p>
      <Button className={styles.action} onClick={collect}>
        Collect diagnostics
      </Button>
      {hasFailed && (
        <p role="alert" className={styles.text}>
          They could not be collected. Check the network, then try again.
        </p>
      )}
      {bundle !== undefined && (
        <>
          <Field label="Diagnostics">
            <Textarea
              readOnly
              rows={10}
              value={bundle}
              textarea={{ className: styles.bundle, spellCheck: false }}
            />
          </Field>
          <CopyButton copy={ports.copyText} text={() => bundle}>
            Copy diagnostics
          </CopyButton>
        </>
      )}
    </PaneSection>
  );
}
