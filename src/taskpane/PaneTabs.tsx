import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';

import type { PaneView, ViewId } from './pane-view';

export interface PaneTabsProps {
  readonly views: readonly PaneView[];
  readonly selected: ViewId;
  onSelect(id: ViewId): void;
}

const useStyles = makeStyles({
  // Sticks, so that every view is one step away however far down a person has read.
  root: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'flex',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  // An icon above a word: six of them fit beside each other at 320 px.
  tab: {
    flex: '1 1 0',
    minWidth: 0,
    justifyItems: 'center',
    rowGap: '2px',
    padding: `${tokens.spacingVerticalS} 0`,
  },
  // Fluent places both in the first row, whichever way the grid flows.
  icon: { gridColumnStart: 1, gridRowStart: 1 },
  word: {
    gridColumnStart: 1,
    gridRowStart: 2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** The way from one view to another. */
export function PaneTabs({ views, selected, onSelect }: PaneTabsProps) {
  const styles = useStyles();
  return (
    <TabList
      className={styles.root}
      size="small"
      selectedValue={selected}
      aria-label="Views"
      onTabSelect={(_event, { value }) => {
        const view = views.find(({ id }) => id === value);
        if (view !== undefined) onSelect(view.id);
      }}
    >
      {views.map(({ id, title, Icon }) => (
        <Tab
          key={id}
          id={tabId(id)}
          className={styles.tab}
          value={id}
          // Fluent draws the title twice, once hidden, to keep room for it in bold.
          aria-label={title}
          icon={{ className: styles.icon, children: <Icon /> }}
          content={{ className: styles.word, children: title }}
          aria-controls={panelId(id)}
        />
      ))}
    </TabList>
  );
}

export function tabId(id: ViewId): string {
  return `locus-tab-${id}`;
}

export function panelId(id: ViewId): string {
  return `locus-view-${id}`;
}
