import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';

import type { WorkbookSettings } from '../../workbook/workbook-settings';
import type { PlaceList } from '../../enrich/score-plan';
import type { PanePorts } from '../pane-ports';
import { PaneSection } from '../PaneSection';
import type { Additions, NewColumns } from './additions';
import { NamePicker } from './NamePicker';
import { variablesWords } from '../../enrich/wanted-scores';

export interface WantedSectionProps {
  readonly catalogue: PanePorts['catalogue'];
  readonly settings: WorkbookSettings;
  readonly list: PlaceList;
  readonly additions: Additions;
  readonly columns: NewColumns;
}

const useStyles = makeStyles({
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The names that become columns, and perhaps a model's score. */
export function WantedSection({
  catalogue,
  settings,
  list,
  additions,
  columns,
}: WantedSectionProps) {
  const styles = useStyles();
  const { models, variableSets } = settings;
  const variables = columns.score === undefined ? '' : variablesWords(columns.score, list);
  return (
    <PaneSection title="What to add">
      <NamePicker
        catalogue={catalogue}
        sets={variableSets}
        chosen={additions.chosen}
        onChange={(chosen) => additions.change({ chosen })}
      />
      {models.length > 0 && (
        <Field label="A model’s score" hint={variables === '' ? null : variables}>
          <Select
            value={settings.modelOf(additions.alias)?.alias ?? ''}
            onChange={(_event, { value }) => additions.change({ alias: value })}
          >
            <option value="">None</option>
            {models.map(({ alias }) => (
              <option key={alias} value={alias}>
                {alias}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {columns.there > 0 && (
        <p className={styles.quiet}>
          {columns.count === 0 ? 'The list has all of this already' : 'The list has some of this'}
          {': it is not added again.'}
        </p>
      )}
    </PaneSection>
  );
}
