import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import { t } from '../../engine/language/speech';
import { CopyButton } from '../pane/parts/CopyButton';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { FreezeSteps } from './use-freeze-steps';
import type { LostFormulas } from './frozen-list';
import { Actions, Code, Stack, Text } from '../pane/parts/layout';

export interface LostFormulasListProps {
  readonly lost: LostFormulas;
  readonly steps: FreezeSteps;
  readonly ports: Pick<PanePorts, 'host' | 'copyText'>;
}

const useStyles = makeStyles({
  list: {
    paddingLeft: tokens.spacingHorizontalL,
  },
});

/** Formulas whose cells kept their values: where each belongs, and what a person can do. */
export function LostFormulasList({ lost, steps, ports }: LostFormulasListProps) {
  const styles = useStyles();
  const id = useId();
  if (lost.count === 0) return null;
  const { formulas, count, ids } = lost;
  return (
    <Stack>
      <Text id={id}>
        {t(
          '{count, plural, one {# formula} other {# formulas}} couldn’t be restored. Their cells were deleted or show another value, or Locus would need a call to check them.',
          { count },
        )}
      </Text>
      <ul aria-labelledby={id} className={styles.list}>
        {formulas.map(({ address, isGone, formula }, index) => (
          <li key={`${address} ${String(index)}`}>
            {t('From {address}:', { address })}{' '}
            {formula === undefined ? (
              t('a formula that Locus doesn’t restore')
            ) : (
              <Code>{formula}</Code>
            )}{' '}
            {!isGone && (
              <Button
                size="small"
                aria-label={t('Show {address}', { address })}
                onClick={() => {
                  // A hidden sheet cannot be shown; the list names it all the same.
                  ports.host.cells.goTo(address).catch(() => undefined);
                }}
              >
                {t('Show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > formulas.length && (
        <Text>{t('… and {rest} more', { rest: count - formulas.length })}</Text>
      )}
      <Actions>
        <CopyButton
          copy={ports.copyText}
          text={() =>
            formulas
              .flatMap(({ address, formula }) =>
                formula === undefined ? [] : [`${address}\t${formula}`],
              )
              .join('\n')
          }
        >
          {t('Copy formulas')}
        </CopyButton>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.thawSome(ids)}>
          {t('Try again')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.thawSome(ids, true)}>
          {t('Restore anyway')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.forget(ids)}>
          {t('Delete these formulas')}
        </Button>
      </Actions>
    </Stack>
  );
}
