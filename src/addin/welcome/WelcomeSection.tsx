import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowSort20Regular,
  MathFormula20Regular,
  Star20Regular,
  TableAdd20Regular,
} from '@fluentui/react-icons';
import { type ComponentType, type ReactNode, useState } from 'react';

import { t } from '../../engine/language/speech';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import type { PaneViewProps } from '../pane/parts/pane-view';
import type { PanePorts } from '../pane/parts/pane-ports';
import { priceOfOne } from '../pane/parts/price-text';
import type { ShownPrice } from '../spreadsheet/shown-price';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { Code, richText, Stack, Text } from '../pane/parts/layout';
import type { WorkbookModel } from '../spreadsheet/host';
import type { WorkbookStore } from '../workbook/workbook-store';
import { isStillThere } from '../enrich';
import { cellAddress, parseArea } from '../spreadsheet/cell-address';
import type { CannotDo, WrittenBlock } from '../spreadsheet/sheet';

export interface WelcomeSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView'> {
  /** Called when the key is needed. */
  onKeyNeeded(): void;
  /** Not yet: something else comes first. */
  readonly isLater: boolean;
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'grid',
    flexGrow: 1,
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    justifyContent: 'start',
    width: '100%',
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
  icon: { display: 'grid', color: tokens.colorBrandForeground1 },
  title: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  about: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** Ways to begin, for people who have no key yet. */
export function WelcomeSection({ ports, goToView, onKeyNeeded, isLater }: WelcomeSectionProps) {
  const styles = useStyles();
  const { host, workbook, connection } = ports;
  const { credential } = useStoreValue(connection);
  const isNewcomer = credential === undefined || ports.isSampleData();
  // A key entered meanwhile does not close the section.
  const [wasNewcomer] = useState(isNewcomer);
  const [isOver, setIsOver] = useState(false);
  const [isFormula, setIsFormula] = useState(false);
  const [isScoring, setIsScoring] = useState(false);
  if (isLater || isOver || !(isNewcomer || wasNewcomer)) return null;

  async function score(): Promise<void> {
    // A second click would find that the first has added the samples, and none that it may add.
    if (isScoring) return;
    setIsScoring(true);
    const model = await firstModel(workbook, ports.isSampleData() ? host.sampleModels : []);
    setIsScoring(false);
    if (model === undefined) goToView('models');
    else goToView('enrich', { alias: model.alias });
  }

  const cards: readonly Card[] = [
    {
      title: t('Add data to this list'),
      about: t('New columns for places you already have'),
      Icon: TableAdd20Regular,
      open: () => goToView('enrich', { names: ['w_pop_tt_500'] }),
    },
    {
      title: t('Try a formula'),
      about: t('Population around a point, in one cell'),
      Icon: MathFormula20Regular,
      open: () => setIsFormula(true),
      more: isFormula && (
        <FirstFormula
          host={host}
          preferences={ports.preferences}
          onInserted={() => {
            if (credential === undefined) onKeyNeeded();
          }}
        />
      ),
    },
    {
      title: t('Score places'),
      about: t('Let a model rate each place in a list'),
      Icon: Star20Regular,
      open: () => void score(),
    },
    {
      title: t('Rank and compare places'),
      about: t('Weigh the columns of a list, without calls'),
      Icon: ArrowSort20Regular,
      open: () => goToView('rank'),
    },
  ];
  return (
    <PaneSection
      title={t('Get started')}
      aside={
        <Button size="small" appearance="subtle" onClick={() => setIsOver(true)}>
          {t('Dismiss')}
        </Button>
      }
    >
      <Text>
        {t(
          'Locus looks up places for your spreadsheet: how many people live around an address, what is nearby, and how it scores as a site.',
        )}
      </Text>
      <ul className={styles.list}>
        {cards.map(({ title, about, Icon, open, more }) => (
          <Stack key={title} as="li">
            <Button className={styles.card} onClick={open}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <span>
                <span className={styles.title}>{title}</span>
                <span className={styles.about}>{about}</span>
              </span>
            </Button>
            {more}
          </Stack>
        ))}
      </ul>
    </PaneSection>
  );
}

interface Card {
  readonly title: string;
  readonly about: string;
  readonly Icon: ComponentType;
  open(): void;
  /** What the card opens in place. */
  readonly more?: ReactNode;
}

/**
 * The model to begin with: the workbook's own, else the first of the samples, which are added to
 * it. Undefined if there is none, or none can be added.
 */
async function firstModel(
  workbook: WorkbookStore,
  samples: readonly WorkbookModel[] = [],
): Promise<WorkbookModel | undefined> {
  const { models, defaultModel } = workbook.current().settings;
  const own = defaultModel ?? models[0];
  if (own !== undefined || samples.length === 0) return own;
  const saving = await workbook.edit(samples.map((model) => ({ kind: 'put-model', model })));
  return saving.kind === 'saved' ? samples[0] : undefined;
}

interface FirstFormulaProps {
  readonly host: Pick<PanePorts['host'], 'selection' | 'sheet' | 'cells'>;
  readonly preferences: PanePorts['preferences'];
  onInserted(): void;
}

/** A place that the contract's service surely knows, with the contract's first name. */
const FORMULA = '=LOCATTR(12.9352, 77.6245, "w_pop_tt")';

/** A formula that works, in the selected cell or on a sheet of its own. */
function FirstFormula({ host, preferences, onInserted }: FirstFormulaProps) {
  const price = priceOfOne(useStoreValue(preferences));
  const { notice, isBusy, write } = useNoticedSteps();

  async function insert(): Promise<Notice> {
    const result = await insertInto(host, price);
    if (result.kind === 'failed') return { tone: 'bad', text: result.message };
    onInserted();
    const { address, written } = result;
    const text = t('Added in {address}. Change the coordinates or the attribute to try your own.', {
      address,
    });
    return { tone: 'good', text, address, isThere: () => isStillThere([written], host.sheet) };
  }

  return (
    <Stack>
      <Text>
        {richText(
          t(
            '{formula} returns the population around a point in Bengaluru. It goes in the selected cell if that’s empty, or on a new sheet.',
          ),
          { formula: <Code>{FORMULA}</Code> },
        )}{' '}
        {price.text}
      </Text>
      <Button
        appearance="primary"
        autoFocus
        disabledFocusable={isBusy}
        onClick={() =>
          write(
            () => FORMULA,
            (address) => void goTo(address, host),
            insert,
          )
        }
      >
        {t('Insert formula')}
      </Button>
      <NoticeLine notice={notice} isBusy={isBusy} />
    </Stack>
  );
}

async function insertInto(
  host: FirstFormulaProps['host'],
  price: ShownPrice,
): Promise<CannotDo | { kind: 'inserted'; address: string; written: WrittenBlock }> {
  const { selection, sheet } = host;
  const area = parseArea(selection.current() ?? '');
  if (area?.sheet !== undefined) {
    const { sheet: name, startRow: row, startColumn: column } = area;
    const block = { sheet: name, row, column, cells: [[FORMULA]] };
    const result = await sheet.write(block, { price });
    if (result.kind === 'failed') return result;
    if (result.kind === 'written') return { ...result, kind: 'inserted' };
  }
  const added = await sheet.addSheet(t('Locus example'), [
    [t('Population around a point'), FORMULA],
  ]);
  if (added.kind === 'failed') return added;
  const address = cellAddress(added.sheet, 0, 1);
  await goTo(address, host);
  return { kind: 'inserted', address, written: added.written };
}

/** The formula is there even if it cannot be shown. */
function goTo(address: string, { cells }: Pick<FirstFormulaProps['host'], 'cells'>) {
  return cells.goTo(address).catch(() => undefined);
}
