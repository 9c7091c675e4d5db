import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { CopyButton } from '../pane/parts/CopyButton';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { Text } from '../pane/parts/layout';

export interface DiagnosticsSectionProps {
  readonly ports: Pick<PanePorts, 'diagnostics' | 'copyText'>;
}

const useStyles = makeStyles({
  bundle: { fontFamily: tokens.fontFamilyMonospace },
});

/** A text for support, which a person can read before they send it. */
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
    <PaneSection title={t('Diagnostics')}>
      <Text tone="quiet">
        {t(
          'Collect versions, settings, counts and recent events to share with support. Your key, places and cell contents aren’t included.',
        )}
      </Text>
      <Button onClick={collect}>{t('Collect diagnostics')}</Button>
      {hasFailed && (
        <Text role="alert" tone="quiet">
          {t('Couldn’t collect diagnostics. Check your network and try again.')}
        </Text>
      )}
      {bundle !== undefined && (
        <>
          <Field label={t('Diagnostics')}>
            <Textarea
              readOnly
              rows={10}
              value={bundle}
              textarea={{ className: styles.bundle, spellCheck: false }}
            />
          </Field>
          <CopyButton copy={ports.copyText} text={() => bundle}>
            {t('Copy diagnostics')}
          </CopyButton>
        </>
      )}
    </PaneSection>
  );
}
