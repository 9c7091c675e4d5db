import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { parseArea } from '../../spreadsheet/cell-address';
import type { Host } from '../../spreadsheet/host';

export interface FirstFormulaProps {
  readonly host: Pick<Host, 'selection' | 'sheet'>;
  onInserted(): void;
}

/** A place that the contract's service surely knows something of, and its first name. */
const FORMULA = '=LOCATTR(12.9352, 77.6245, "w_pop_tt")';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS },
  text: { margin: 0 },
  formula: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  action: { alignSelf: 'start' },
});

/** The last of the first steps: a formula that works, in the sheet. */
export function FirstFormula({ host, onInserted }: FirstFormulaProps) {
  const styles = useStyles();
  const [said, setSaid] = useState<string>();

  async function insert(): Promise<void> {
    const words = await insertInto(host);
    setSaid(words.text);
    if (words.isInserted) onInserted();
  }

  return (
    <div className={styles.root}>
      <p className={styles.text}>
        Select an empty cell, then insert <code className={styles.formula}>{FORMULA}</code>: the
        population around a point in Bengaluru.
      </p>
      <Button
        className={styles.action}
        onClick={() => {
          void insert();
        }}
      >
        Insert a first formula
      </Button>
      <p aria-live="polite" className={styles.text}>
        {said}
      </p>
    </div>
  );
}

async function insertInto({
  selection,
  sheet,
}: FirstFormulaProps['host']): Promise<{ readonly text: string; readonly isInserted: boolean }> {
  const area = parseArea(selection.current() ?? '');
  if (area?.sheet === undefined) return refusal('Select a cell first.');
  const { sheet: name, startRow: row, startColumn: column } = area;
  const result = await sheet.write({ sheet: name, row, column, cells: [[FORMULA]] });
  switch (result.kind) {
    case 'written':
      return {
        text: `It is in ${result.address}. Put your own coordinates and names in its place.`,
        isInserted: true,
      };
    case 'occupied':
      return refusal('That cell is not empty. Select another.');
    case 'failed':
      return refusal(result.message);
  }
}

function refusal(text: string): { readonly text: string; readonly isInserted: boolean } {
  return { text, isInserted: false };
}
