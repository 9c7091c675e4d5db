import { t } from '../../language/speech';
import type { WorkbookSettings } from '../../workbook/workbook-settings';
import type { Sheet } from '../../spreadsheet/sheet';
import { useUsedNames } from '../names/used-names';
import type { PanePorts } from '../pane-ports';
import { PaneSection } from '../PaneSection';
import type { Additions, NewColumns } from './additions';
import type { ListChoice } from './list-choice';
import { NamePicker } from './NamePicker';
import { ScoreFields } from './ScoreFields';
import { usePaneStyles } from '../pane-styles';

export interface WantedSectionProps extends Pick<ListChoice, 'list' | 'setVariable'> {
  readonly catalogue: PanePorts['catalogue'];
  readonly sheet: Sheet;
  readonly settings: WorkbookSettings;
  readonly additions: Additions;
  readonly columns: NewColumns;
}

/** A model's score, where the workbook has models, and the names that become columns. */
export function WantedSection(props: WantedSectionProps) {
  const styles = usePaneStyles();
  const { catalogue, settings, list, additions, columns } = props;
  const used = useUsedNames(props.sheet);
  const headers = new Set(list.columns.columns.map(({ header }) => header.toLowerCase()));
  return (
    <PaneSection title={t('What to add')}>
      {settings.models.length > 0 && (
        <ScoreFields
          models={settings.models}
          alias={settings.modelOf(additions.alias)?.alias ?? ''}
          score={columns.score}
          list={list}
          onModel={(alias) => additions.change({ alias })}
          onVariable={(alias, name, column) => props.setVariable(alias, name, column)}
        />
      )}
      <NamePicker
        catalogue={catalogue}
        sets={settings.variableSets}
        used={[...used].filter((name) => !headers.has(name))}
        chosen={additions.chosen}
        onChange={(chosen) => additions.change({ chosen })}
      />
      {columns.there > 0 && (
        <p className={styles.quiet}>
          {columns.count === 0
            ? t('The list already has all of these.')
            : t('The list already has some of these.')}
          {t(' They won’t be added again.')}
        </p>
      )}
    </PaneSection>
  );
}
