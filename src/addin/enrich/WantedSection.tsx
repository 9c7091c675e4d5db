import { t } from '../../engine/language/speech';
import type { WorkbookSettings } from '../workbook/workbook-settings';
import type { Sheet } from '../spreadsheet/sheet';
import { useUsedNames } from '../names';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import type { Additions, NewColumns } from './use-additions';
import type { ListChoice } from './use-list-choice';
import { NamePicker } from './NamePicker';
import { ScoreFields } from './ScoreFields';
import { usePaneStyles } from '../pane/parts/pane-styles';

export interface WantedSectionProps extends Pick<ListChoice, 'list' | 'setVariable'> {
  readonly catalogue: PanePorts['catalogue'];
  readonly sheet: Sheet;
  readonly settings: WorkbookSettings;
  readonly additions: Additions;
  readonly columns: NewColumns;
  /** What the list already has; empty if the section should not say so. */
  readonly there: readonly string[];
}

/** Beyond these, columns are counted, not named. */
const SHOWN = 3;

/** A model's score, if the workbook has models, and the names that become columns. */
export function WantedSection(props: WantedSectionProps) {
  const styles = usePaneStyles();
  const { catalogue, settings, list, additions, columns, there } = props;
  const used = useUsedNames(props.sheet);
  const headers = new Set(list.columns.columns.map(({ header }) => header.toLowerCase()));
  const rest = there.length - SHOWN;
  const more = rest > 0 ? t(' and {rest} more', { rest }) : '';
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
      {there.length > 0 && (
        <p className={styles.quiet}>
          {t('Already in the list: {names}.', { names: there.slice(0, SHOWN).join(', ') + more })}
        </p>
      )}
      <NamePicker
        catalogue={catalogue}
        sets={settings.variableSets}
        used={[...used].filter((name) => !headers.has(name))}
        chosen={additions.chosen}
        onChange={(chosen) => additions.change({ chosen })}
      />
    </PaneSection>
  );
}
