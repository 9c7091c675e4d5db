import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';

import { aboutOf } from '../../engine/catalogue/name-title';
import { t } from '../../engine/language/speech';
import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import type { ColumnUse, ImportColumn } from '../../engine/catalogue/import-columns';
import { CopyButton } from '../pane/parts/CopyButton';
import { Scrolling } from '../pane/parts/Scrolling';
import { useFirstDrawn } from '../pane/parts/use-caught-focus';
import type { ReadList } from './import-reading';
import { Actions, Stack, Text } from '../pane/parts/layout';
import { SelectField } from '../pane/parts/SelectField';

export interface ImportPreviewProps {
  readonly read: ReadList;
  readonly hasImported: boolean;
  readonly isBusy: boolean;
  /** The text of the back button. */
  readonly back: string;
  copyText(text: string): Promise<boolean>;
  onUses(uses: readonly ColumnUse[]): void;
  onTake(names: readonly DescribedName[], how: 'add' | 'replace'): void;
  onBack(): void;
  onCancel(): void;
}

const MOST_PROBLEMS = 200;
const MOST_NAMES = 5;

const useStyles = makeStyles({
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
    '&:focus': { outlineStyle: 'none' },
  },
  problems: {
    margin: 0,
    padding: tokens.spacingHorizontalS,
    maxHeight: '12em',
    overflowY: 'auto',
    listStyleType: 'none',
    overflowWrap: 'anywhere',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
    maxHeight: '18em',
    overflowY: 'auto',
    scrollPaddingBottom: '32px',
  },
});

/** What a list holds and what is wrong with it, line by line, before it is taken. */
export function ImportPreview(props: ImportPreviewProps) {
  const { list, formulaCount } = props.read;
  const { names, problems, columns, rowCount } = list;
  const styles = useStyles();
  const [how, setHow] = useState<'add' | 'replace'>('add');
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = names.length === 0;

  // The form is gone, and the focus with it; the heading tells what was read.
  useFirstDrawn(() => heading.current?.focus());

  return (
    <Stack gap="M">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {isEmpty
          ? t('No attributes found')
          : t(
              '{names, plural, one {# attribute} other {# attributes}} in {rowCount, plural, one {# row} other {# rows}}',
              { names: names.length, rowCount },
            )}
      </h3>
      {columns.length > 1 && <ColumnUses columns={columns} onChange={props.onUses} />}
      {!isEmpty && (
        <ul className={styles.list} aria-label={t('Preview of the attributes')}>
          {names.slice(0, MOST_NAMES).map((described) => (
            <li key={described.name}>{firstWords(described)}</li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <>
          <Text>
            {t('{problems, plural, one {# line} other {# lines}} with issues:', {
              problems: problems.length,
            })}
          </Text>
          {/* Reached by the Tab key, so that the arrows can scroll it. */}
          <Scrolling>
            <ul className={styles.problems} tabIndex={0} aria-label={t('Issues')}>
              {problems.slice(0, MOST_PROBLEMS).map(({ line, reason }, index) => (
                <li key={index}>{t('Line {line}: {reason}', { line, reason })}</li>
              ))}
              {problems.length > MOST_PROBLEMS && (
                <li>{t('and {rest} more', { rest: problems.length - MOST_PROBLEMS })}</li>
              )}
            </ul>
          </Scrolling>
          <CopyButton text={() => problemText(list.problems)} copy={props.copyText}>
            {t('Copy issues')}
          </CopyButton>
        </>
      )}
      {formulaCount > 0 && (
        <Text>
          {t(
            '{formulaCount, plural, one {# cell} other {# cells}} beside the names {formulaCount, plural, one {looks} other {look}} like a formula. They stay text and are never calculated.',
            { formulaCount },
          )}
        </Text>
      )}
      {props.hasImported && !isEmpty && (
        <SelectField<'add' | 'replace'>
          label={t('Attributes imported earlier')}
          value={how}
          options={[
            ['add', t('Add to imported attributes')],
            ['replace', t('Replace imported attributes')],
          ]}
          onChange={setHow}
        />
      )}
      <Actions>
        {!isEmpty && (
          <Button
            appearance="primary"
            disabledFocusable={props.isBusy}
            onClick={() => !props.isBusy && props.onTake(names, how)}
          >
            {t('Import {names, plural, one {# attribute} other {# attributes}}', {
              names: names.length,
            })}
          </Button>
        )}
        <Button onClick={props.onBack}>{props.back}</Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </Actions>
    </Stack>
  );
}

function firstWords(described: DescribedName): string {
  const about = aboutOf(described);
  return about === '' ? described.name : `${described.name}: ${about}`;
}

function problemText(problems: ReadList['list']['problems']): string {
  return problems.map(({ line, reason }) => `${String(line)}\t${reason}`).join('\n');
}

interface ColumnUsesProps {
  readonly columns: readonly ImportColumn[];
  onChange(uses: readonly ColumnUse[]): void;
}

const USES: readonly (readonly [ColumnUse, string])[] = [
  ['name', t('Name')],
  ['title', t('Title')],
  ['unit', t('Unit')],
  ['description', t('Description')],
  ['other', t('Keep as is')],
];

/** What each column of an imported list is. */
function ColumnUses({ columns, onChange }: ColumnUsesProps) {
  const styles = useStyles();
  const uses = columns.map(({ use }) => use);
  /** The name, title, unit and description belong to one column each. */
  const changed = (index: number, use: ColumnUse): ColumnUse[] =>
    uses.map((other, at) => (at === index ? use : other === use ? 'other' : other));
  return (
    <Scrolling>
      <div role="group" aria-label={t('What the columns are')} className={styles.root}>
        {columns.map(({ header, use }, index) => (
          <SelectField
            key={index}
            label={header}
            value={use}
            options={USES}
            onChange={(chosen) => onChange(changed(index, chosen))}
          />
        ))}
      </div>
    </Scrolling>
  );
}
