import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

import { shortList } from '../../engine/language/short-list';
import { t } from '../../engine/language/speech';
import { CopyButton } from '../pane/parts/CopyButton';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { insertNames, type InsertionForm } from '../enrich';
import { Actions, Text } from '../pane/parts/layout';

export interface ChosenSectionProps {
  readonly ports: Pick<PanePorts, 'host' | 'copyText'>;
  /** In the order in which they were chosen. */
  readonly chosen: readonly string[];
  /** What is known of the name that a person looks at. */
  readonly about: string | undefined;
  /** Called by a button that then disappears: the focus has to go elsewhere. */
  onClear(): void;
}

const MOST_SHOWN = 20;

const useStyles = makeStyles({
  // Stays in sight beside the list of names, however long that is.
  inSight: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    // In a low window it would cover too much.
    '@media (max-height: 560px)': { position: 'static' },
    '& > section': {
      rowGap: tokens.spacingVerticalS,
      paddingTop: tokens.spacingVerticalM,
      paddingBottom: tokens.spacingVerticalM,
    },
  },
  line: { margin: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The chosen names, and the ways to put them into the sheet. */
export function ChosenSection({ ports, chosen, about, onClear }: ChosenSectionProps) {
  const styles = useStyles();
  const { notice, isBusy, later } = useNoticedSteps();
  const isEmpty = chosen.length === 0;

  const insertButton = (form: InsertionForm, title: string) => (
    <Button
      size="small"
      disabledFocusable={isBusy || isEmpty}
      onClick={() => {
        if (!isEmpty) later(() => insertNames(ports.host, chosen, form, later));
      }}
    >
      {title}
    </Button>
  );

  return (
    <div className={isEmpty ? undefined : styles.inSight}>
      <PaneSection
        title={
          isEmpty
            ? t('Insert')
            : t('Insert {chosen, plural, one {# name} other {# names}}', { chosen: chosen.length })
        }
        aside={
          !isEmpty && (
            <Actions>
              <Button size="small" onClick={onClear}>
                {t('Clear selection')}
              </Button>
              <CopyButton size="small" text={() => chosen.join(',')} copy={ports.copyText}>
                {t('Copy')}
              </CopyButton>
            </Actions>
          )
        }
      >
        {isEmpty ? (
          <Text tone="quiet">
            {t('Choose names above and select a cell in the sheet. Nothing is overwritten.')}
          </Text>
        ) : (
          <>
            {(chosen.length > 1 || about === undefined) && (
              <p className={styles.line}>{shortList(chosen, MOST_SHOWN)}</p>
            )}
            {about !== undefined && (
              <p className={mergeClasses(styles.line, styles.quiet)} title={about}>
                {about}
              </p>
            )}
          </>
        )}
        <Actions>
          {insertButton('header', t('As header row'))}
          {insertButton('text', t('As text'))}
          {insertButton('formula', t('As formula'))}
        </Actions>
        <NoticeLine notice={notice} isBusy={isBusy} />
      </PaneSection>
    </div>
  );
}
