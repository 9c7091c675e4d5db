import { Button, makeStyles } from '@fluentui/react-components';
import { useId, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { momentText } from './freeze-messages';
import type { FreezeSteps } from './use-freeze-steps';
import type { FrozenGroup } from './frozen-list';
import { Actions, Row, Stack, Text } from '../pane/parts/layout';

export interface FrozenGroupsProps {
  readonly groups: readonly FrozenGroup[];
  readonly steps: FreezeSteps;
  readonly ports: Pick<PanePorts, 'host'>;
}

const useStyles = makeStyles({
  item: { justifyContent: 'space-between', overflowWrap: 'anywhere' },
});

/** What is frozen: where, how much and since when. */
export function FrozenGroups({ groups, steps, ports }: FrozenGroupsProps) {
  const styles = useStyles();
  const id = useId();
  const [isMore, setIsMore] = useState(false);
  if (groups.length === 0) return null;
  const shown = isMore ? groups : groups.slice(0, FIRST);
  return (
    <Stack>
      <Text id={id}>{t('Converted formulas')}</Text>
      <Stack aria-labelledby={id} as="ul">
        {shown.map((group) => (
          <Row as="li" key={group.ids.join()} className={styles.item}>
            <span>
              {placeText(group)} ·{' '}
              {t('{cells, plural, one {# cell} other {# cells}}', { cells: group.cells })}
              <br />
              <Text as="span" tone="quiet">
                {momentText(group.at)}
              </Text>
            </span>
            <Actions as="span">
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
            </Actions>
          </Row>
        ))}
      </Stack>
      {groups.length > shown.length && (
        <Button size="small" onClick={() => setIsMore(true)}>
          {t('Show all {groups}', { groups: String(groups.length) })}
        </Button>
      )}
      <Actions>
        <Button disabledFocusable={steps.isBusy} onClick={steps.thawSelection}>
          {t('Restore selection')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={steps.thawAll}>
          {t('Restore all formulas')}
        </Button>
      </Actions>
    </Stack>
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
