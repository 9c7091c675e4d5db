import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { momentText } from './freeze-messages';
import type { FreezeSteps } from './use-freeze-steps';
import type { FrozenGroup } from './frozen-list';

export interface FrozenGroupsProps {
  readonly groups: readonly FrozenGroup[];
  readonly steps: FreezeSteps;
  readonly ports: Pick<PanePorts, 'host'>;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, minWidth: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
  },
  text: { margin: 0, minWidth: 0 },
  when: { color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** What is frozen: where, how much and since when. */
export function FrozenGroups({ groups, steps, ports }: FrozenGroupsProps) {
  const styles = useStyles();
  const id = useId();
  const [isMore, setIsMore] = useState(false);
  if (groups.length === 0) return null;
  const shown = isMore ? groups : groups.slice(0, FIRST);
  return (
    <div className={styles.root}>
      <p id={id} className={styles.text}>
        {t('Converted formulas')}
      </p>
      <ul aria-labelledby={id} className={styles.list}>
        {shown.map((group) => (
          <li key={group.ids.join()} className={styles.item}>
            <span className={styles.text}>
              {placeText(group)} ·{' '}
              {t('{cells, plural, one {# cell} other {# cells}}', { cells: group.cells })}
              <br />
              <span className={styles.when}>{momentText(group.at)}</span>
            </span>
            <span className={styles.actions}>
              {group.address !== undefined && (
                <Button
                  size="small"
                  aria-label={t('Show {address}', { address: group.address })}
                  onClick={() => {
                    // A hidden sheet cannot be shown; the list names it all the same.
                    ports.host.cells.goTo(group.address ?? '').catch(() => undefined);
                  }}
                >
                  {t('Show')}
                </Button>
              )}
              <Button
                size="small"
                aria-label={t('Restore formulas: {place}', { place: placeText(group) })}
                disabledFocusable={steps.isBusy}
                onClick={() => steps.thawSome(group.ids)}
              >
                {t('Restore')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {groups.length > shown.length && (
        <Button size="small" onClick={() => setIsMore(true)}>
          {t('Show all {groups}', { groups: String(groups.length) })}
        </Button>
      )}
      <div className={styles.actions}>
        <Button disabledFocusable={steps.isBusy} onClick={steps.thawSelection}>
          {t('Restore selection')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={steps.thawAll}>
          {t('Restore all formulas')}
        </Button>
      </div>
    </div>
  );
}

const FIRST = 5;

function placeText({ address, further }: FrozenGroup): string {
  if (address === undefined) return t('Deleted cells');
  return further === 0
    ? address
    : t('{address} and {further, plural, one {# more area} other {# more areas}}', {
        address,
        further,
      });
}
