import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

import { CopyButton } from '../CopyButton';
import { countedText, countText } from '../../spreadsheet/count-text';
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

/** Formulas that could not be put back without guessing, to be taken from here by hand. */
export function LostFormulasList({ lost, steps, copy }: LostFormulasListProps) {
  const styles = useStyles();
  const id = useId();
  if (lost.count === 0) return null;
  const { formulas, count, ids } = lost;
  return (
    <div className={styles.root}>
      <p id={id} className={styles.text}>
        {countedText(count, 'formula')} couldn’t be restored. Their cells were deleted or
        overwritten, or Locus can’t tell which cells they belong to.
      </p>
      <ul aria-labelledby={id} className={styles.list}>
        {formulas.map(({ address, formula }, index) => (
          <li key={`${address} ${String(index)}`} className={styles.item}>
            From {address}:{' '}
            {formula === undefined ? (
              'a formula that Locus doesn’t restore'
            ) : (
              <span className={styles.formula}>{formula}</span>
            )}
          </li>
        ))}
      </ul>
      {count > formulas.length && (
        <p className={styles.text}>… and {countText(count - formulas.length)} more</p>
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
          Copy formulas
        </CopyButton>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.thawSome(ids)}>
          Try again
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.forget(ids)}>
          Delete these formulas
        </Button>
      </div>
    </div>
  );
}
