import { Badge, Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { memo, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';

import { t, countText } from '../../engine/language/speech';
import type { CellStaleValue, FormulaFix, ProblemCode } from '../functions/problems';
import { CopyButton } from '../pane/parts/CopyButton';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { fixCells } from './fix-cells';
import { fixOf } from './problem-groups';
import type { Preferences } from '../device/preferences';
import type { ShownPrice } from '../spreadsheet/shown-price';
import { callsToAskAgain, priceUpTo } from '../pane/parts/price-text';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import type { PaneViewProps, ProblemBoard, ProblemGroup } from '../pane/parts/pane-view';
import {
  fixTitle,
  problemText,
  problemTexts,
  REMEDIES,
  RETRYABLE,
  SHARED_REASONS,
} from './problem-messages';
import { Actions, Fault, Heading, richText, Row, Stack, Text, Title } from '../pane/parts/layout';
import { ageText } from '../pane/parts/figure-text';
import { cellText } from '../../engine/language/cell-text';

export interface ProblemsSectionProps {
  readonly board: ProblemBoard;
  /** Counts up whenever a person asks for the list, which then takes the focus. */
  readonly timesWanted?: number;
  readonly ports: Pick<
    PanePorts,
    'host' | 'problems' | 'staleValues' | 'clock' | 'preferences' | 'retry' | 'copyText'
  >;
  readonly goToView: PaneViewProps['goToView'];
}

/** The cells without a value, grouped by what to do about them. */
export function ProblemsSection({ board, ports, timesWanted = 0, goToView }: ProblemsSectionProps) {
  const view = useStoreValue(board);
  const { staleValues } = ports;
  const subscribe = useCallback((run: () => void) => staleValues.subscribe(run), [staleValues]);
  const stale = useSyncExternalStore(subscribe, () => staleValues.list());
  const [lost, setLost] = useState<string>();
  const { notice, isBusy, later } = useNoticedSteps();
  const preferences = useStoreValue(ports.preferences);
  const { cells } = ports.host;

  const goTo = useCallback(
    (address: string) => {
      setLost(undefined);
      cells.goTo(address).catch(() => setLost(address));
    },
    [cells],
  );
  const retry = useCallback(
    (addresses: readonly string[], price: ShownPrice) => {
      // What fails again is listed again.
      ports.retry(addresses, price).catch(() => undefined);
    },
    [ports],
  );
  const retryKind = useCallback(
    (code: ProblemCode, price: ShownPrice) => {
      const ofKind = ports.problems.list().filter((problem) => problem.code === code);
      retry(
        ofKind.map(({ address }) => address),
        price,
      );
    },
    [ports, retry],
  );

  const fixKind = (code: ProblemCode, fix: FormulaFix, price: ShownPrice): void => {
    const ofKind = ports.problems.list().filter((problem) => problem.code === code);
    const wanted = ofKind.flatMap((problem) => (fixOf(problem) === fix ? [problem.address] : []));
    later(() => fixCells(fix, wanted, { sheet: ports.host.sheet, price, later }));
  };

  return (
    <PaneSection
      title={t('Problems')}
      timesWanted={timesWanted}
      onEnter={board.lookAgain}
      aside={
        view.cellCount > 0 && (
          <Badge appearance="tint" color="danger">
            {countText(view.cellCount)}
          </Badge>
        )
      }
    >
      <Fault>{lost && t('{lost} can’t be shown. The cell may have moved.', { lost })}</Fault>
      {view.groups.length === 0 ? (
        <Text tone="quiet">{t('No problems. Cells with errors appear here.')}</Text>
      ) : (
        <Stack gap="L">
          {view.groups.map((group) => (
            <ProblemGroupItem
              key={group.code}
              group={group}
              preferences={preferences}
              onGoTo={goTo}
              onRetry={retryKind}
              onFix={fixKind}
              goToView={goToView}
            />
          ))}
          <CopyButton copy={ports.copyText} text={() => problemText(ports.problems.list())}>
            {t('Copy as text')}
          </CopyButton>
        </Stack>
      )}
      <NoticeLine notice={notice} isBusy={isBusy} />
      {stale.length > 0 && (
        <StaleItem
          cells={stale}
          now={ports.clock.now()}
          price={priceUpTo(callsToAskAgain(stale), preferences)}
          onGoTo={goTo}
          onRetry={retry}
        />
      )}
    </PaneSection>
  );
}

interface StaleItemProps {
  readonly cells: readonly CellStaleValue[];
  /** From which the values' age counts, in epoch milliseconds. */
  readonly now: number;
  readonly price: ShownPrice;
  onGoTo(address: string): void;
  onRetry(addresses: readonly string[], price: ShownPrice): void;
}

const useStyles = makeStyles({
  addresses: {
    columnGap: tokens.spacingHorizontalM,
    rowGap: 0,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  // High enough for a finger, because the rows have no gap between them.
  address: { minHeight: '24px', overflowWrap: 'anywhere', textAlign: 'start' },
  actions: { paddingTop: tokens.spacingVerticalS, '&:empty': { display: 'none' } },
});

/** The cells that show an older value because Locus could not get a newer one, oldest first. */
const StaleItem = memo(function StaleItem(props: StaleItemProps) {
  const { cells, now, price, onGoTo, onRetry } = props;
  const oldest = [...cells].sort((a, b) => a.oldestAt - b.oldestAt);
  return (
    <Stack gap="XS">
      <Heading>
        <Title>{t('Outdated values')}</Title>
        <Badge appearance="tint" color="warning">
          {countText(cells.length)}
        </Badge>
      </Heading>
      <Text tone="quiet">
        {t('Locus couldn’t get newer values, so these cells show the last ones it has.')}
      </Text>
      <Pages items={oldest} total={cells.length}>
        {(page) => (
          <Stack as="ul" gap="XS">
            {page.map(({ address, oldestAt, code }) => (
              <li key={address}>
                {richText(
                  t('{cell} from {age} ago', { cell: '{cell}', age: ageText(now - oldestAt) }),
                  { cell: <CellLink address={address} onGoTo={onGoTo} /> },
                )}
                {code !== undefined && ` · ${problemTexts[code].title}`}
              </li>
            ))}
          </Stack>
        )}
      </Pages>
      <Text tone="quiet" isSmall>
        {price.text}
      </Text>
      <Button
        onClick={() =>
          onRetry(
            cells.map(({ address }) => address),
            price,
          )
        }
      >
        {t('Refresh values')}
      </Button>
    </Stack>
  );
});

interface ProblemGroupItemProps {
  readonly group: ProblemGroup;
  readonly preferences: Preferences;
  onGoTo(address: string): void;
  /** Asks again for the cells of this kind, including those that are not listed. */
  onRetry(code: ProblemCode, price: ShownPrice): void;
  /** Fixes the formulas of this kind, including those that are not listed. */
  onFix(code: ProblemCode, fix: FormulaFix, price: ShownPrice): void;
  readonly goToView: PaneViewProps['goToView'];
}

/** One kind of problem: how many cells, why, what to do, and the way to each of the cells. */
const ProblemGroupItem = memo(function ProblemGroupItem(props: ProblemGroupItemProps) {
  const { group, preferences, onGoTo, onRetry, onFix, goToView } = props;
  const { code, cellCount, valueCount, calls, fixes } = group;
  const [first] = group.messages.flatMap(({ addresses }) => addresses);
  const styles = useStyles();
  const [areCellsWanted, setCellsWanted] = useState(false);
  const { title, advice } = problemTexts[code];
  const isFolded = SHARED_REASONS.has(code) && cellCount > HANDFUL;
  const remedy = REMEDIES[code];
  const isRetried = RETRYABLE.has(code) || code === 'held';
  // What a corrected formula asks for is unknown: perhaps a call for each of its values.
  const price = priceUpTo(isRetried ? calls : valueCount, preferences);
  const cells = <GroupCells group={group} onGoTo={onGoTo} />;
  return (
    <Stack gap="XS">
      <Heading>
        <Title>{title}</Title>
        <Badge appearance="tint" color="danger">
          {countText(cellCount)}
        </Badge>
      </Heading>
      <Text tone="quiet">
        {valueCount > cellCount
          ? t(
              '{valueCount, plural, one {# value} other {# values}} in {cellCount, plural, one {# cell} other {# cells}}. {advice}',
              { valueCount, cellCount, advice },
            )
          : advice}
      </Text>
      {!isFolded && cells}
      <Actions className={styles.actions}>
        {fixes.map((fix) => (
          <Button key={fix} onClick={() => onFix(code, fix, price)}>
            {fixTitle(fix)}
          </Button>
        ))}
        {remedy !== undefined && (
          <Button onClick={() => remedy.go(goToView)}>{remedy.title}</Button>
        )}
        {RETRYABLE.has(code) && (
          <Button
            aria-label={t('Retry these: {title}', { title })}
            onClick={() => onRetry(code, price)}
          >
            {t('Retry these')}
          </Button>
        )}
        {code === 'rejected' && first !== undefined && (
          <Button
            onClick={() => {
              onGoTo(first);
              goToView('home', { cell: first });
            }}
          >
            {t('Explain {address}', { address: first })}
          </Button>
        )}
        {code === 'held' && (
          <Button onClick={() => onRetry(code, price)}>{t('Ask for approval again')}</Button>
        )}
        {isFolded && (
          <Button
            aria-expanded={areCellsWanted}
            onClick={() => setCellsWanted((before) => !before)}
          >
            {areCellsWanted ? t('Hide cells') : t('Show cells')}
          </Button>
        )}
      </Actions>
      {(isRetried || fixes.length > 0) && (
        <Text tone="quiet" isSmall>
          {price.text}
        </Text>
      )}
      {isFolded && areCellsWanted && cells}
    </Stack>
  );
});

interface GroupCellsProps {
  readonly group: ProblemGroup;
  onGoTo(address: string): void;
}

/** Each message once, and below it the cells that have it. */
function GroupCells({ group: { messages, cellCount }, onGoTo }: GroupCellsProps) {
  const styles = useStyles();
  const cells = messages.flatMap(({ message, addresses }) =>
    addresses.map((address) => ({ message, address })),
  );
  return (
    <Pages items={cells} total={cellCount}>
      {(page) =>
        [...new Set(page.map(({ message }) => message))].map((message) => (
          <div key={message}>
            <Text>{cellText(message)}</Text>
            <Actions as="ul" className={styles.addresses}>
              {page
                .filter((cell) => cell.message === message)
                .map(({ address }) => (
                  <li key={address}>
                    <CellLink address={address} className={styles.address} onGoTo={onGoTo} />
                  </li>
                ))}
            </Actions>
          </div>
        ))
      }
    </Pages>
  );
}

interface CellLinkProps {
  readonly address: string;
  readonly className?: string;
  onGoTo(address: string): void;
}

function CellLink({ address, className, onGoTo }: CellLinkProps) {
  return (
    <Link as="button" inline className={className} onClick={() => onGoTo(address)}>
      {address}
    </Link>
  );
}

/** So many cells at a time: a wall of links would hide what can be done about all of them. */
const HANDFUL = 5;

interface PagesProps<Item> {
  readonly items: readonly Item[];
  /** More than the items if only the first of them are listed. */
  readonly total: number;
  children(page: readonly Item[]): ReactNode;
}

/** A handful of items, and the way to the next and the previous ones. */
function Pages<Item>({ items, total, children }: PagesProps<Item>) {
  const [turnedTo, setTurnedTo] = useState(0);
  // Cells that have got their value are gone, and perhaps the page with them.
  const last = Math.floor(Math.max(0, items.length - 1) / HANDFUL) * HANDFUL;
  const start = Math.min(turnedTo, last);
  const page = items.slice(start, start + HANDFUL);
  return (
    <>
      {children(page)}
      {total > HANDFUL && (
        <Row>
          <Button
            size="small"
            icon={<ChevronLeft20Regular />}
            aria-label={t('Previous cells')}
            disabledFocusable={start === 0}
            onClick={() => setTurnedTo(start - HANDFUL)}
          />
          <Text as="span" tone="quiet" aria-live="polite">
            {t('{first}–{last} of {total}', {
              first: start + 1,
              last: start + page.length,
              total,
            })}
          </Text>
          <Button
            size="small"
            icon={<ChevronRight20Regular />}
            aria-label={t('Next cells')}
            disabledFocusable={start === last}
            onClick={() => setTurnedTo(start + HANDFUL)}
          />
        </Row>
      )}
    </>
  );
}
