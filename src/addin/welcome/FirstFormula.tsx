import { Button } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { cellName, parseArea, quotedSheet } from '../spreadsheet/cell-address';
import type { Host } from '../spreadsheet/host';
import { richText } from '../pane/parts/rich-text';
import { Code, Stack, Text } from '../pane/parts/layout';

export interface FirstFormulaProps {
  readonly host: Pick<Host, 'selection' | 'sheet' | 'cells'>;
  onInserted(): void;
}

/** A place that the contract's service surely knows, with the contract's first name. */
const FORMULA = '=LOCATTR(12.9352, 77.6245, "w_pop_tt")';

/** A formula that works, in the selected cell or on a sheet of its own. */
export function FirstFormula({ host, onInserted }: FirstFormulaProps) {
  const [said, setSaid] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function insert(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const result = await insertInto(host);
    setIsBusy(false);
    if (result.kind === 'failed') return setSaid(result.message);
    setSaid(
      t('Added in {address}. Change the coordinates or the name to try your own.', {
        address: result.address,
      }),
    );
    onInserted();
  }

  return (
    <Stack>
      <Text>
        {richText(
          t(
            '{formula} returns the population around a point in Bengaluru. It goes in the selected cell if that’s empty, or on a new sheet.',
          ),
          { formula: <Code>{FORMULA}</Code> },
        )}
      </Text>
      <Button
        appearance="primary"
        autoFocus
        disabledFocusable={isBusy}
        onClick={({ detail }) => {
          // By the second click of a double click, the cell may hold the formula of the first.
          if (detail <= 1) void insert();
        }}
      >
        {t('Insert formula')}
      </Button>
      <Text aria-live="polite">{said}</Text>
    </Stack>
  );
}

type Insertion =
  | { readonly kind: 'inserted'; readonly address: string }
  | { readonly kind: 'failed'; readonly message: string };

async function insertInto({ selection, sheet, cells }: FirstFormulaProps['host']) {
  const area = parseArea(selection.current() ?? '');
  if (area?.sheet !== undefined) {
    const { sheet: name, startRow: row, startColumn: column } = area;
    const result = await sheet.write({ sheet: name, row, column, cells: [[FORMULA]] });
    if (result.kind === 'failed') return result;
    if (result.kind === 'written') return inserted(result.address);
  }
  const added = await sheet.addSheet(t('Locus example'), [
    [t('Population around a point'), FORMULA],
  ]);
  if (added.kind === 'failed') return added;
  const address = `${quotedSheet(added.sheet)}!${cellName(0, 1)}`;
  // The formula is there even if it cannot be shown.
  await cells.goTo(address).catch(() => undefined);
  return inserted(address);
}

function inserted(address: string): Insertion {
  return { kind: 'inserted', address };
}
