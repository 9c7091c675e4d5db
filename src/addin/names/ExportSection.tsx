import { Button, Field, Select } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue-entry';
import { writeNames } from '../../engine/catalogue/name-export';
import { CopyButton } from '../pane/parts/CopyButton';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { Actions, Text } from '../pane/parts/layout';

export interface ExportSectionProps {
  readonly entries: readonly CatalogueEntry[];
  readonly chosen: ReadonlySet<string>;
  readonly ports: Pick<PanePorts, 'favourites' | 'saveFile' | 'copyText'>;
}

type Which = 'all' | 'favourites' | 'chosen';

const FILE_NAME = 'locus-names.csv';

/** Names as a CSV file, for a colleague or for another device. */
export function ExportSection({ entries, chosen, ports }: ExportSectionProps) {
  const { names: favourites } = useStoreValue(ports.favourites);
  const [which, setWhich] = useState<Which>('all');
  const [said, setSaid] = useState('');
  const sizes = { all: entries.length, favourites: favourites.size, chosen: chosen.size };
  const isEmpty = sizes[which] === 0;

  function text(): string {
    const wanted = which === 'all' ? undefined : { favourites, chosen }[which];
    return writeNames(wanted === undefined ? entries : namesOf(wanted, entries));
  }

  function download(): void {
    if (isEmpty) return;
    const isOffered = ports.saveFile(FILE_NAME, text());
    setSaid(
      isOffered
        ? t('Downloading {fileName}. If it doesn’t appear, select Copy as CSV instead.', {
            fileName: FILE_NAME,
          })
        : t('Can’t save files here. Select Copy as CSV, then paste into a file or a sheet.'),
    );
  }

  return (
    <PaneSection title={t('Export names')}>
      <Field label={t('What to export')}>
        <Select
          value={which}
          onChange={(_event, { value }) => {
            setWhich(value as Which);
            setSaid('');
          }}
        >
          <option value="all">{t('All names ({all})', { all: sizes.all })}</option>
          <option value="favourites">
            {t('Favourites ({favourites})', { favourites: sizes.favourites })}
          </option>
          <option value="chosen">{t('Chosen ({chosen})', { chosen: sizes.chosen })}</option>
        </Select>
      </Field>
      <Actions>
        <Button icon={<ArrowDownload20Regular />} disabledFocusable={isEmpty} onClick={download}>
          {t('Save as CSV')}
        </Button>
        {!isEmpty && (
          <CopyButton text={text} copy={ports.copyText}>
            {t('Copy as CSV')}
          </CopyButton>
        )}
      </Actions>
      <Text tone="quiet" aria-live="polite">
        {said}
      </Text>
    </PaneSection>
  );
}

/** Includes names that are no longer known here. */
function namesOf(wanted: ReadonlySet<string>, entries: readonly CatalogueEntry[]) {
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  return [...wanted].map((name) => known.get(name) ?? { name });
}
