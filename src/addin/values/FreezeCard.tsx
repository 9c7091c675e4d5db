import { Button, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { ShareCard } from '../pane/parts/ShareCard';
import { useFreezeSteps } from './use-freeze-steps';
import type { FreezePorts } from './use-freeze-steps';
import { FrozenGroups } from './FrozenGroups';
import { LostFormulasList } from './LostFormulasList';
import { Actions, Text } from '../pane/parts/layout';

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
