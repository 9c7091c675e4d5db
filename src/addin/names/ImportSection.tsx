import { Button, Field, makeStyles, Spinner, Textarea } from '@fluentui/react-components';
import { ArrowUpload20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { Catalogue, Taking } from '../../engine/catalogue/catalogue';
import type { CatalogueEntry, DescribedName } from '../../engine/catalogue/catalogue-store';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { isFocusAdrift, useFirstDrawn } from '../pane/parts/use-caught-focus';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { takingMessage, troubleMessage } from './catalogue-messages';
import { useCatalogueState } from './use-names';
import { Actions, Fault, Stack, Text } from '../pane/parts/layout';
import { eachInSlices, type Clock } from '../../engine/lookup';
import type { ColumnUse } from '../../engine/catalogue/import-columns';
import type { ReadList } from './import-reading';
import { ImportPreview } from './ImportPreview';

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
      isThere: undefined,
      run: () =>
        later(async () => {
          const { trouble } = await takeBack(before);
          const words = trouble === undefined ? '' : ` ${troubleMessage(trouble)}`;
          return { tone: 'good', text: t('Imported attributes restored.{words}', { words }) };
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
    const said = t('Imported attributes removed.{text}', { text });
    tell({ tone: 'good', text: said, action: undoing(before) });
    actions.current?.querySelector('button')?.focus();
  }

  return (
    <PaneSection title={t('Import attributes')}>
      <Text tone="quiet">
        {imported === 0
          ? t(
              'Import a list with one attribute per line: its name and, optionally, its title, unit and description.',
            )
          : t(
              '{imported, plural, one {# attribute} other {# attributes}} imported on this device.',
              {
                imported,
              },
            )}
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
              {t('Remove imported attributes')}
            </Button>
          )}
        </Actions>
      )}
      <NoticeLine notice={notice} isBusy={isBusy} />
    </PaneSection>
  );
}

/** The imported names as they were, including built-in names with imported details. */
async function importedOf(
  entries: readonly CatalogueEntry[],
  clock: Clock,
): Promise<readonly DescribedName[]> {
  const imported: DescribedName[] = [];
  await eachInSlices(entries, clock, ({ origin, ...described }) => {
    const isDescribed = Object.keys(described).length > 1;
    if (origin === 'imported' || (origin === 'contract' && isDescribed)) imported.push(described);
  });
  return imported;
}

interface ImportFormProps {
  /** Whether names were imported before. */
  readonly hasImported: boolean;
  readonly isBusy: boolean;
  readonly clock: Clock;
  copyText(text: string): Promise<boolean>;
  onTake(names: readonly DescribedName[], how: 'add' | 'replace'): void;
  onCancel(): void;
}

type Progress =
  | { readonly kind: 'asking'; readonly message?: string }
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly read: ReadList; readonly isPasted: boolean };

const useStyles = makeStyles({
  paste: { maxWidth: '100%', '& textarea': { maxHeight: '12em' } },
});

/** Imports from a file or from pasted text; a person sees a preview before anything is taken. */
function ImportForm(props: ImportFormProps) {
  const styles = useStyles();
  const [progress, setProgress] = useState<Progress>({ kind: 'asking' });
  /** The text of the last list that was read, so that a person can come back and change it. */
  const [kept, setKept] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  // Uncontrolled: React would redraw a hundred thousand lines with every letter.
  const pasted = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(0);

  useFirstDrawn(() => root.current?.querySelector('button')?.focus());

  async function read(
    source: File | string,
    isPasted: boolean,
    uses?: readonly ColumnUse[],
  ): Promise<void> {
    const request = (latest.current += 1);
    setProgress({ kind: 'reading' });
    const next = await progressOf(source, isPasted, uses);
    // A slower reading must not replace a later one.
    if (request === latest.current) setProgress(next);
  }

  async function progressOf(
    source: File | string,
    isPasted: boolean,
    uses?: readonly ColumnUse[],
  ): Promise<Progress> {
    try {
      const { readFile, readList } = await fetchReading();
      const text = typeof source === 'string' ? source : await readFile(source);
      if (typeof text !== 'string') return { kind: 'asking', message: text.message };
      return { kind: 'read', read: await readList(text, props.clock, uses), isPasted };
    } catch {
      return { kind: 'asking', message: t('Part of Locus couldn’t load. Check your network.') };
    }
  }

  function readPasted(): void {
    const text = pasted.current?.value ?? '';
    if (text.trim() === '') setProgress({ kind: 'asking', message: t('Paste a list first.') });
    else {
      setKept(text);
      void read(text, true);
    }
  }

  function readChosen(chosen: File): void {
    setKept(pasted.current?.value ?? '');
    void read(chosen, false);
  }

  if (progress.kind === 'read') {
    const { isPasted } = progress;
    const { text } = progress.read;
    return (
      <ImportPreview
        {...props}
        read={progress.read}
        back={isPasted ? t('Edit list') : t('Choose another list')}
        onUses={(uses) => void read(text, isPasted, uses)}
        onBack={() => setProgress({ kind: 'asking' })}
      />
    );
  }
  if (progress.kind === 'reading') return <Spinner size="small" label={t('Reading the list…')} />;
  return (
    <Stack ref={root} gap="M">
      <Button onClick={() => file.current?.click()}>{t('Choose a CSV file')}</Button>
      <input
        ref={file}
        hidden
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen !== undefined) readChosen(chosen);
          // So that the same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
      <Field label={t('Or paste a list')}>
        <Textarea
          className={styles.paste}
          textarea={{ ref: pasted }}
          defaultValue={kept}
          autoFocus={kept !== ''}
          rows={4}
          spellCheck={false}
          placeholder={t('name, title, unit, description')}
        />
      </Field>
      <Fault>{progress.message}</Fault>
      <Actions>
        <Button onClick={readPasted}>{t('Check list')}</Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </Actions>
    </Stack>
  );
}

/** Few people import a list, and the detector of encodings is as large as the rest of the view. */
async function fetchReading() {
  return import(/* webpackChunkName: "pane-import" */ './import-reading');
}
