import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckboxChecked20Regular,
  CheckboxUnchecked20Regular,
  Star16Filled,
  Star16Regular,
} from '@fluentui/react-icons';
import {
  memo,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import { t } from '../../engine/language/speech';
import type { DescribedName } from '../../engine/catalogue/catalogue-store';
import { aboutOf, titleOf } from '../../engine/catalogue/name-title';
import { Scrolling } from '../pane/parts/Scrolling';
import type { NameMarks } from './use-names';

const ROW_HEIGHT = 48;
const SIGN_HEIGHT = 28;
/** Extra rows at both ends, so that a fast turn of the wheel shows no gap. */
const OVERSCAN = 8;

/** Which rows of a long list to draw; all have the same height. `always` is among them. */
function useRowsInSight(
  box: RefObject<HTMLElement | null>,
  { count, always }: { readonly count: number; readonly always: number },
): readonly number[] {
  const [{ first, shown }, setSeen] = useState({ first: 0, shown: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => {
      const seen = {
        first: Math.floor(element.scrollTop / ROW_HEIGHT),
        shown: Math.ceil(element.clientHeight / ROW_HEIGHT) + 1,
      };
      setSeen((before) =>
        before.first === seen.first && before.shown === seen.shown ? before : seen,
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [box]);

  // When a list gets shorter, the browser scrolls it back only a moment later.
  const start = Math.max(0, Math.min(first, count - shown) - OVERSCAN);
  const end = Math.min(count, first + shown + OVERSCAN);
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
  if (always < start) return [always, ...rows];
  return always >= end && always < count ? [...rows, always] : rows;
}

/** Scrolls no further than it must; the words at the bottom must not cover the row. */
function scrollToRow(box: HTMLElement | null, row: number, count: number): void {
  if (box === null) return;
  const top = row * ROW_HEIGHT;
  const end = Math.min(top + ROW_HEIGHT + SIGN_HEIGHT, count * ROW_HEIGHT);
  box.scrollTop = Math.max(end - box.clientHeight, Math.min(box.scrollTop, top));
}

export interface NameListProps extends Omit<NameMarks, 'used'> {
  readonly names: readonly DescribedName[];
  /** The name that keys act on, and whose details are shown. */
  readonly active: string | undefined;
  onActivate(name: string): void;
  onToggle(name: string): void;
  /** Makes the name a favourite, or no longer one. */
  onFavour(name: string): void;
}

const useStyles = makeStyles({
  root: {
    maxHeight: 'clamp(192px, 36vh, 480px)',
    overflowX: 'hidden',
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    '&:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '&:focus-visible [data-active]': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
    },
  },
  rows: { position: 'relative' },
  row: {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    height: `${ROW_HEIGHT}px`,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalS}`,
    cursor: 'pointer',
    // High contrast makes these backgrounds bright, so everything on them must change colour, too.
    '&:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '&:hover *': { color: tokens.colorNeutralForeground1Hover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    '& *': { color: tokens.colorNeutralForeground1Selected },
  },
  mark: { display: 'flex', flexShrink: 0 },
  chosen: { color: tokens.colorCompoundBrandForeground1 },
  words: { minWidth: 0, flexGrow: 1 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  about: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/**
 * Thousands of names to choose from; only those in sight are drawn. One stop for the Tab key:
 * arrows move, Space chooses, F makes a favourite, Shift with an arrow chooses along the way.
 * Memoized, so that typing elsewhere does not redraw it.
 */
export const NameList = memo(NameListBox);

function NameListBox(props: NameListProps) {
  const { names, active, onActivate, onToggle, onFavour, ...marks } = props;
  const styles = useStyles();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const found = names.findIndex(({ name }) => name === active);
  const index = Math.max(0, found);
  // The row that keys act on is drawn wherever the list is scrolled to.
  const rows = useRowsInSight(root, { count: names.length, always: index });

  function goTo(next: number): void {
    const name = names[next]?.name;
    if (name === undefined) return;
    onActivate(name);
    scrollToRow(root.current, next, names.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const current = names[index]?.name;
    if (current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onActivate(current);
      onToggle(current);
      return;
    }
    if (event.key.toLowerCase() === 'f') {
      event.preventDefault();
      onActivate(current);
      onFavour(current);
      return;
    }
    const page = Math.max(1, Math.floor((root.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = indexAfterKey(event.key, { index, count: names.length, page });
    if (next === undefined) return;
    event.preventDefault();
    const reached = names[next]?.name;
    if (event.shiftKey && reached !== undefined && !marks.chosen.has(reached)) onToggle(reached);
    goTo(next);
  }

  return (
    <Scrolling>
      <div
        ref={root}
        role="listbox"
        tabIndex={0}
        className={styles.root}
        aria-label={t('Attributes')}
        aria-multiselectable
        aria-activedescendant={names.length === 0 ? undefined : `${id}-${String(index)}`}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (found < 0) goTo(0);
        }}
      >
        <div
          role="presentation"
          className={styles.rows}
          style={{ height: names.length * ROW_HEIGHT }}
        >
          {rows.map((row) => {
            const described = names[row];
            if (described === undefined) return null;
            const { name } = described;
            const isChosen = marks.chosen.has(name);
            const isActive = row === found;
            return (
              <div
                key={name}
                id={`${id}-${String(row)}`}
                role="option"
                className={mergeClasses(styles.row, isActive && styles.active)}
                style={{ transform: `translateY(${String(row * ROW_HEIGHT)}px)` }}
                aria-selected={isChosen}
                aria-setsize={names.length}
                aria-posinset={row + 1}
                data-active={isActive ? '' : undefined}
                onClick={() => {
                  onActivate(name);
                  onToggle(name);
                }}
              >
                <span className={mergeClasses(styles.mark, isChosen && styles.chosen)}>
                  {isChosen ? <CheckboxChecked20Regular /> : <CheckboxUnchecked20Regular />}
                </span>
                <span className={styles.words}>
                  <div className={styles.line}>{titleOf(described)}</div>
                  <div className={mergeClasses(styles.line, styles.about)}>
                    {detailOf(described)}
                  </div>
                </span>
                <span
                  className={styles.mark}
                  title={
                    marks.favourites.has(name)
                      ? t('Remove from favourites')
                      : t('Add to favourites')
                  }
                  data-favour=""
                  onClick={(event) => {
                    event.stopPropagation();
                    onFavour(name);
                  }}
                >
                  {marks.favourites.has(name) ? (
                    <Star16Filled title={t('Favourite')} />
                  ) : (
                    <Star16Regular />
                  )}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </Scrolling>
  );
}

/** The name and what is known besides its title; for a name without a title, what is known. */
function detailOf(described: DescribedName): string {
  const { name, unit, description } = described;
  if (titleOf(described) === name) return aboutOf(described);
  const head = unit === undefined ? name : `${name} (${unit})`;
  return description === undefined ? head : `${head}: ${description}`;
}

/** Where a key takes a person in a list; undefined for a key that takes them nowhere. */
function indexAfterKey(
  key: string,
  { index, count, page }: { readonly index: number; readonly count: number; readonly page: number },
): number | undefined {
  const next = MOVES[key]?.(index, page, count);
  return next === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, next));
}

const MOVES: Readonly<Record<string, (index: number, page: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index, page) => index + page,
  PageUp: (index, page) => index - page,
  Home: () => 0,
  End: (_index, _page, count) => count - 1,
};
