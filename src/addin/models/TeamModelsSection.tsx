import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons';
import { useEffect } from 'react';

import { t } from '../../engine/language/speech';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import { aliasKey } from '../workbook/workbook-model';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { useLatest } from '../pane/parts/use-latest';
import { Stack, Text, Title } from '../pane/parts/layout';

export interface TeamModelsSectionProps {
  readonly ports: Pick<PanePorts, 'connection' | 'teamModels'>;
  /** The workbook's models, which are not offered again. */
  readonly own: readonly WorkbookModel[];
  readonly isBusy: boolean;
  onAdd(model: WorkbookModel): void;
}

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
  },
  words: { flexGrow: 1, minWidth: 0 },
  text: { whiteSpace: 'pre-line' },
});

/** Behind a gateway: the models that it lists for everybody. Otherwise nothing. */
export function TeamModelsSection({ ports, own, isBusy, onAdd }: TeamModelsSectionProps) {
  const styles = useStyles();
  const listed = useTeamModels(ports);
  const missing = listed.filter(({ modelId }) => own.every((model) => model.modelId !== modelId));
  if (missing.length === 0) return null;
  return (
    <PaneSection title={t('Your team’s models')}>
      <Stack as="ul">
        {missing.map((model) => (
          <li key={model.modelId} className={styles.item}>
            <div className={styles.words}>
              <Title>{model.alias}</Title>
              {model.note !== '' && (
                <Text tone="quiet" className={styles.text}>
                  {model.note}
                </Text>
              )}
            </div>
            <Button
              size="small"
              icon={<Add20Regular />}
              aria-label={t('Add {alias}', { alias: model.alias })}
              disabledFocusable={isBusy}
              onClick={() => onAdd({ ...model, alias: freeAlias(model.alias, own) })}
            >
              {t('Add')}
            </Button>
          </li>
        ))}
      </Stack>
    </PaneSection>
  );
}

/** The workbook may use this alias for another model, whose formulas must not change. */
function freeAlias(alias: string, own: readonly WorkbookModel[]): string {
  const taken = new Set(own.map((model) => aliasKey(model.alias)));
  let free = alias;
  for (let number = 2; taken.has(aliasKey(free)); number += 1) free = `${alias} ${number}`;
  return free;
}

function useTeamModels({
  connection,
  teamModels,
}: TeamModelsSectionProps['ports']): readonly WorkbookModel[] {
  const { result: models = [], again } = useLatest(teamModels, [teamModels]);
  useEffect(() => connection.subscribe(again), [connection, again]);
  return models;
}
