import { Button } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';

import { t } from '../../engine/language/speech';
import { Row, Text } from '../pane/parts/layout';
import type { PanePorts } from '../pane/parts/pane-ports';
import { isWithin, parseArea } from '../spreadsheet/cell-address';

interface FailedValuesProps {
  readonly problems: PanePorts['problems'];
  /** The columns that were added. */
  readonly address: string | undefined;
  onShow(): void;
}

/** How many values of the new columns failed so far, and the way to the reasons. */
export function FailedValues({ problems, address, onShow }: FailedValuesProps) {
  const failed = useSyncExternalStore(problems.subscribe, () => failedIn(problems, address));
  if (failed === 0) return null;
  return (
    <Row>
      <Text role="status">
        {t('{failed, plural, one {# value} other {# values}} failed.', { failed })}
      </Text>
      <Button size="small" onClick={onShow}>
        {t('Show problems')}
      </Button>
    </Row>
  );
}

function failedIn(problems: PanePorts['problems'], address: string | undefined): number {
  const area = parseArea(address ?? '');
  if (area === undefined) return 0;
  return problems.list().reduce((sum, problem) => {
    const cell = parseArea(problem.address);
    const isFailed = cell && isWithin(cell, area) && !WAITING.includes(problem.code);
    return isFailed ? sum + problem.count : sum;
  }, 0);
}

/** Asked for as soon as a person approves, or looks. */
const WAITING: readonly string[] = ['held', 'over-budget', 'previewing'];
