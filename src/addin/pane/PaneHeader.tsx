import { Badge, Link, makeStyles, Subtitle1, tokens } from '@fluentui/react-components';
import { useCallback, useId, useSyncExternalStore } from 'react';

import type { Problems } from '../functions/problems';
import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import { formatArea, parseArea } from '../spreadsheet/cell-address';
import type { Selection } from '../spreadsheet/host';
import { useStoreValue } from './parts/use-store-value';

export interface PaneHeaderProps {
  readonly selection: Selection;
  readonly isSampleData: boolean;
  readonly problems: Problems;
  /** A person wants the selected cell explained. */
  onExplain(address: string): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  top: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  title: { margin: 0 },
  selection: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  address: { color: tokens.colorNeutralForeground1, overflowWrap: 'anywhere' },
  message: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalS,
    borderLeft: `${tokens.strokeWidthThicker} solid ${tokens.colorStatusWarningBorder1}`,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

/**
 * The product's name, whether its values are sample data, and which cells are selected. What a
 * selected cell without a value says is read here: Excel shows it only to those who point at a small
 * sign, and on some desktops not even then. It is known already, so Excel is not asked.
 */
export function PaneHeader({ selection, isSampleData, problems, onExplain }: PaneHeaderProps) {
  const styles = useStyles();
  const id = useId();
  const address = useStoreValue(selection);
  const subscribe = useCallback((listener: () => void) => problems.subscribe(listener), [problems]);
  const message = useSyncExternalStore(subscribe, () => messageAt(address, problems));
  return (
    <header className={styles.root}>
      <div className={styles.top}>
        <Subtitle1 as="h1" className={styles.title}>
          Locus
        </Subtitle1>
        {isSampleData && (
          <Badge appearance="tint" color="warning">
            {t('Sample data')}
          </Badge>
        )}
      </div>
      <div className={styles.selection}>
        <span id={id}>{t('Selected')}</span>
        <span role="group" aria-labelledby={id} className={styles.address}>
          {address ?? t('nothing')}
        </span>
        {address !== undefined && (
          <Link as="button" inline onClick={() => onExplain(address)}>
            {t('Explain this cell')}
          </Link>
        )}
      </div>
      {message !== undefined && <p className={styles.message}>{cellText(message)}</p>}
    </header>
  );
}

/** Of the first selected cell; a formula that fills several cells is in the first of them. */
function messageAt(selected: string | undefined, problems: Problems): string | undefined {
  const area = selected === undefined ? undefined : parseArea(selected);
  if (area === undefined) return undefined;
  const { startRow, startColumn } = area;
  const cell = formatArea({ ...area, endRow: startRow, endColumn: startColumn });
  return problems.list().find(({ address }) => address === cell || address === selected)?.message;
}
