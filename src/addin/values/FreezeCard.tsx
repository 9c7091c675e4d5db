import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';

import { t } from '../../engine/language/speech';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useFreezeSteps, type FreezePorts, type FreezeSteps } from './use-freeze-steps';
import { Actions, Code, Row, ShareCard, Stack, Text } from '../pane/parts/layout';
import { momentText } from './freeze-messages';
import type { FrozenGroup, LostFormulas } from './frozen-list';
import { CopyButton } from '../pane/parts/CopyButton';

export interface FreezeCardProps {
  readonly ports: FreezePorts & Pick<PanePorts, 'copyText'>;
}

/** Formulas to plain values, for colleagues without Locus, and back again. */
export function FreezeCard({ ports }: FreezeCardProps) {
  const steps = useFreezeSteps(ports);
  const { list, isBusy, notice } = steps;
  return (
    <ShareCard title={t('Convert to values')}>
      <Text tone="quiet">
        {t(
          'Replace Locus formulas with the values they show. The workbook keeps the formulas, so you can restore them at any time, even after you insert, delete or sort rows. Uses no calls.',
        )}
      </Text>
      <Actions>
        <Button disabledFocusable={isBusy} onClick={steps.freezeSelection}>
          {t('Convert selection')}
        </Button>
        <Button disabledFocusable={isBusy} onClick={steps.freezeAll}>
          {t('Convert whole workbook')}
        </Button>
      </Actions>
      {isBusy && <Spinner size="tiny" label={t('Working…')} />}
      <NoticeLine notice={notice} isBusy={isBusy} />
      {list?.kind === 'failed' && (
        <div role="alert">
          <Text tone="bad">{list.message}</Text>
          <Button size="small" onClick={steps.readAgain}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {list?.kind === 'list' && list.isNewer && (
        <Text tone="bad">
          {t(
            'A newer version of Locus converted formulas in this workbook. Update Locus to restore them.',
          )}
        </Text>
      )}
      {list?.kind === 'list' && list.isDamaged && (
        <Text tone="bad">
          {t(
            'Some of the converted formulas in this workbook can’t be read. Locus leaves them as they are.',
          )}
        </Text>
      )}
      {list?.kind === 'list' && <FrozenGroups groups={list.groups} steps={steps} ports={ports} />}
      {list?.kind === 'list' && <LostFormulasList lost={list.lost} steps={steps} ports={ports} />}
    </ShareCard>
  );
}

interface FrozenGroupsProps {
  readonly groups: readonly FrozenGroup[];
  readonly steps: FreezeSteps;
  readonly ports: Pick<PanePorts, 'host'>;
}

const useStyles = makeStyles({
  item: { justifyContent: 'space-between', overflowWrap: 'anywhere' },
  list: {
    paddingLeft: tokens.spacingHorizontalL,
  },
});

/** What is frozen: where, how much and since when. */
function FrozenGroups({ groups, steps, ports }: FrozenGroupsProps) {
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
          <Row as="li" key={group.anchors.join()} className={styles.item}>
            <span>
              {placeText(group)} ·{' '}
              {t('{cells, plural, one {# cell} other {# cells}}', { cells: group.cells })}
              <br />
              <Text as="span" tone="quiet">
                {momentText(group.at)}
              </Text>
            </span>
            <Actions as="span">
              {group.address !== undefined && <ShowButton address={group.address} ports={ports} />}
              <Button
                size="small"
                aria-label={t('Restore formulas: {place}', { place: placeText(group) })}
                disabledFocusable={steps.isBusy}
                onClick={() => steps.thawSome(group.anchors)}
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

interface ShowButtonProps {
  readonly address: string;
  readonly ports: Pick<PanePorts, 'host'>;
}

function ShowButton({ address, ports }: ShowButtonProps) {
  return (
    <Button
      size="small"
      aria-label={t('Show {address}', { address })}
      onClick={() => {
        // A hidden sheet cannot be shown; the list names it all the same.
        ports.host.cells.goTo(address).catch(() => undefined);
      }}
    >
      {t('Show')}
    </Button>
  );
}

const MOST_SHOWN = 20;

interface LostFormulasListProps {
  readonly lost: LostFormulas;
  readonly steps: FreezeSteps;
  readonly ports: Pick<PanePorts, 'host' | 'copyText'>;
}

/** Formulas whose cells kept their values: where each belongs, and what a person can do. */
function LostFormulasList({ lost, steps, ports }: LostFormulasListProps) {
  const styles = useStyles();
  const id = useId();
  if (lost.count === 0) return null;
  const { formulas, count, anchors } = lost;
  return (
    <Stack>
      <Text id={id}>
        {t(
          '{count, plural, one {# formula} other {# formulas}} couldn’t be restored. Their cells were deleted or show another value, or Locus would need a call to check them.',
          { count },
        )}
      </Text>
      <ul aria-labelledby={id} className={styles.list}>
        {formulas.slice(0, MOST_SHOWN).map(({ address, isGone, formula }, index) => (
          <li key={`${address} ${String(index)}`}>
            {t('From {address}:', { address })}{' '}
            {formula === undefined ? (
              t('a formula that Locus doesn’t restore')
            ) : (
              <Code>{formula}</Code>
            )}{' '}
            {!isGone && <ShowButton address={address} ports={ports} />}
          </li>
        ))}
      </ul>
      {count > MOST_SHOWN && <Text>{t('… and {rest} more', { rest: count - MOST_SHOWN })}</Text>}
      <Actions>
        <CopyButton
          copy={ports.copyText}
          text={() =>
            formulas
              .flatMap(({ address, formula }) =>
                formula === undefined ? [] : [`${address}\t${formula}`],
              )
              .join('\n')
          }
        >
          {t('Copy formulas')}
        </CopyButton>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.thawSome(anchors)}>
          {t('Try again')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.thawSome(anchors, true)}>
          {t('Restore anyway')}
        </Button>
        <Button disabledFocusable={steps.isBusy} onClick={() => steps.forget(anchors)}>
          {t('Delete these formulas')}
        </Button>
      </Actions>
    </Stack>
  );
}
