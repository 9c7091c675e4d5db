import { Button } from '@fluentui/react-components';
import { ArrowUpload20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { Catalogue, Taking } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry, DescribedName } from '../../engine/catalogue/catalogue-entry';
import type { Notice } from '../spreadsheet/notice';
import { isFocusAdrift } from '../pane/parts/use-caught-focus';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { takingMessage, troubleMessage } from './catalogue-messages';
import { ImportForm } from './ImportForm';
import { importedOf } from './imported-names';
import { useCatalogueState } from './use-open-catalogue';
import { Actions, Text } from '../pane/parts/layout';

export interface ImportSectionProps {
  readonly catalogue: Catalogue;
  readonly ports: Pick<PanePorts, 'clock' | 'copyText'>;
}

/** Importing an account's list of names, and removing it again. */
export function ImportSection({ catalogue, ports }: ImportSectionProps) {
  const { imported } = useCatalogueState(catalogue);
  const [isOpen, setIsOpen] = useState(false);
  const { notice, isBusy, later, tell, whileBusy } = useNoticedSteps();
  const actions = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    // Returns the focus to the import button, unless a person has moved it meanwhile.
    if (wasOpen.current && !isOpen && isFocusAdrift()) {
      actions.current?.querySelector('button')?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  async function takeBack(before: readonly CatalogueEntry[]): Promise<Taking> {
    return catalogue.take(await importedOf(before, ports.clock), 'replace');
  }

  function undoing(before: readonly CatalogueEntry[]): NonNullable<Notice['action']> {
    return {
      title: t('Undo'),
      run: () =>
        later(async () => {
          const { trouble } = await takeBack(before);
          const words = trouble === undefined ? '' : ` ${troubleMessage(trouble)}`;
          return { tone: 'good', text: t('Imported names restored.{words}', { words }) };
        }),
    };
  }

  async function take(names: readonly DescribedName[], how: 'add' | 'replace'): Promise<void> {
    const before = catalogue.entries();
    const taking = await whileBusy(() => catalogue.take(names, how));
    setIsOpen(false);
    tell({ tone: 'good', text: takingMessage(taking), action: undoing(before) });
  }

  async function remove(): Promise<void> {
    const before = catalogue.entries();
    const { trouble } = await whileBusy(() => catalogue.forget('imported'));
    const text = trouble === undefined ? '' : ` ${troubleMessage(trouble)}`;
    const said = t('Imported names removed.{text}', { text });
    tell({ tone: 'good', text: said, action: undoing(before) });
    actions.current?.querySelector('button')?.focus();
  }

  return (
    <PaneSection title={t('Import names')}>
      <Text tone="quiet">
        {imported === 0
          ? t(
              'Import a list with one name per line and, optionally, its title, unit and description.',
            )
          : t('{imported, plural, one {# name} other {# names}} imported on this device.', {
              imported,
            })}
      </Text>
      {isOpen ? (
        <ImportForm
          hasImported={imported > 0}
          isBusy={isBusy}
          clock={ports.clock}
          copyText={ports.copyText}
          onTake={(names, how) => void take(names, how)}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Actions ref={actions}>
          <Button
            icon={<ArrowUpload20Regular />}
            disabledFocusable={isBusy}
            onClick={() => {
              tell(undefined);
              setIsOpen(true);
            }}
          >
            {t('Import a list')}
          </Button>
          {imported > 0 && (
            <Button disabledFocusable={isBusy} onClick={() => void remove()}>
              {t('Remove imported names')}
            </Button>
          )}
        </Actions>
      )}
      <NoticeLine notice={notice} isBusy={isBusy} />
    </PaneSection>
  );
}
