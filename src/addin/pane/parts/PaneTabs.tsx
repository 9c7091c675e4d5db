import { Badge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentType, KeyboardEvent } from 'react';

import { t } from '../../../engine/language/speech';

export interface PaneTabsProps<Id extends string> {
  /** What the tabs lead to, for screen readers. */
  readonly label: string;
  readonly views: readonly Tab<Id>[];
  readonly selected: Id;
  /** The view where something waits for a person. */
  readonly marked?: Id | undefined;
  onSelect(id: Id): void;
}

interface Tab<Id> {
  readonly id: Id;
  /** On the tab: one short word. */
  readonly title: string;
  readonly Icon?: ComponentType;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { position: 'relative', display: 'grid' },
  badge: { position: 'absolute', top: '-3px', right: '-7px' },
  // An icon above a word, each as wide as it needs: seven tabs fit side by side at 320 px.
  tab: {
    flex: '1 1 auto',
    minWidth: 0,
    display: 'grid',
    justifyItems: 'center',
    rowGap: '2px',
    // The bottom line marks the selected tab; as a border it shows in forced colours, too.
    padding: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXS}`,
    border: 'none',
    borderBottom: `${tokens.strokeWidthThicker} solid transparent`,
    borderRadius: 0,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':hover': { borderBottomColor: tokens.colorNeutralStroke1Hover },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
    '@media (forced-colors: active)': { borderBottomColor: 'Canvas' },
  },
  selected: {
    borderBottomColor: tokens.colorCompoundBrandStroke,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '& svg': { color: tokens.colorCompoundBrandForeground1 },
    ':hover': { borderBottomColor: tokens.colorCompoundBrandStrokeHover },
    '@media (forced-colors: active)': { borderBottomColor: 'Highlight' },
  },
});

/**
 * Tabs from view to view. Arrow keys move between them, Enter or Space opens one. Drawn here,
 * because the library's tabs would take a quarter of what the first view may weigh.
 */
export function PaneTabs<Id extends string>(props: PaneTabsProps<Id>) {
  const { label, views, selected, marked, onSelect } = props;
  const styles = useStyles();
  return (
    <div role="tablist" aria-label={label} className={styles.root} onKeyDown={moveFocus}>
      {views.map(({ id, title, Icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          className={mergeClasses(styles.tab, id === selected && styles.selected)}
          aria-selected={id === selected}
          aria-description={id === marked ? t('Needs your attention') : undefined}
          aria-controls={panelId(id)}
          // One tab stop for all of them; the arrow keys reach the others.
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {Icon && (
            <span className={styles.icon}>
              <Icon />
              {id === marked && (
                <Badge size="extra-small" color="danger" className={styles.badge} />
              )}
            </span>
          )}
          {title}
        </button>
      ))}
    </div>
  );
}

export function tabId(id: string): string {
  return `locus-tab-${id}`;
}

export function panelId(id: string): string {
  return `locus-view-${id}`;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((tab) => tab === event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (at === -1 || to === undefined || isChord) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}
