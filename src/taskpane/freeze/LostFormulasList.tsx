import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import { t } from '../../language/speech';
import { CopyButton } from '../CopyButton';
import type { FreezeSteps } from './freeze-steps';
import type { LostFormulas } from '../../freeze/frozen-list';

export interface LostFormulasListProps {
  readonly lost: LostFormulas;
  readonly steps: FreezeSteps;
  copy(text: string): Promise<boolean>;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, minWidth: 0 },
  text: { margin: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
  },
  item: { overflowWrap: 'anywhere' },
  formula: { fontFamily: tokens.fontFamilyMonospace },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** Formulas that could not be put back without guessing, for a person to copy by hand. */
export function LostFormulasList({ lost, steps, copy }: LostFormulasListProps) {
  const styles = useStyles();
  const id = useId();
  if (lost.count === 0) return null;
  const { formulas, count, ids } = lost;
  return (
    <div className={styles.root}>
      <p id={id} className={styles.text}>
        {t(
          '{count, plural, one {# formula} other {# formulas}} couldn’t be restored. Their cells were deleted or overwritten, or Locus can’t tell which cells they belong to.',
          { count },
        )}
      </p>
      <ul aria-labelledby={id} className={styles.list}>
        {formulas.map(({ address, formula }, index) => (
          <li key={`${address} ${String(index)}`} className={styles.item}>
            {t('From {address}:', { address })}{' '}
            {formula === undefined ? (
              t('a formula that Locus doesn’t restore')
            ) : (
              <span className={styles.formula}>{formula}</span>
            )}
          </li>
        ))}
      </ul>
      {count > formulas.length && (
        <p className={styles.text}>{t('… and {rest} more', { rest: count - formulas.length })}</p>
      )}
      <div className={styles.actions}>
        <CopyButton
          copy={copy}
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
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.forget(ids)}>
          {t('Delete these formulas')}
        </Button>
      </div>
    </div>
  );
}
