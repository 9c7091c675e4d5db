import { Field, Input, Select } from '@fluentui/react-components';
import type { Page, Team } from './administration-client';

export type TeamPage = Page & { readonly teams: readonly Team[] };

/** Of more teams than this, the name is typed. */
export const MOST_CHOICES = 200;

interface TeamChoiceProps {
  /** Whose team it is, for screen readers; nobody's yet if it is left out. */
  readonly owner?: string;
  readonly teams: TeamPage | undefined;
  /** An id or a name; "" for none. */
  readonly team: string;
  onChange(team: string): void;
}

export function TeamChoice({ owner, teams, team, onChange }: TeamChoiceProps) {
  const label = owner === undefined ? 'Team' : `Team, ${owner}`;
  return (
    <Field label="Team">
      {(teams?.next ?? null) === null ? (
        <Select aria-label={label} value={team} onChange={(_event, { value }) => onChange(value)}>
          <option value="">None</option>
          {teams?.teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <Input aria-label={label} value={team} onChange={(_event, { value }) => onChange(value)} />
      )}
    </Field>
  );
}
