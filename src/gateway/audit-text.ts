import type { StoredAuditEntry } from './state/audit-trail';

/** The name of a person, team or token; undefined if nothing has this id. */
export type NameOf = (id: string) => string | undefined;

/**
 * An audit entry as a sentence: `Asha set Binod’s budget: calls a day from no limit to 500.`
 * Entries name people and things by id, so that a renamed one is found under its present name. Those
 * that were written before a detail had this form are told without it.
 */
export function auditText(entry: StoredAuditEntry, nameOf: NameOf): string {
  const name = (id: string): string => nameOf(id) ?? id;
  return `${name(entry.by)} ${deedOf(entry, name)}.`;
}

function deedOf({ act, about, detail }: StoredAuditEntry, name: (id: string) => string): string {
  const changes = changesIn(detail, name);
  switch (act) {
    case 'team added':
      return `added the team ${detail || name(about)}`;
    case 'team changed':
      return `changed the team ${name(about)}${changes}`;
    case 'team deleted':
      return `deleted the team ${detail}`;
    case 'person added':
      return `added ${name(about)}`;
    case 'person changed':
      return `changed ${name(about)}${changes}`;
    case 'person signed in first':
      return `signed in for the first time (${detail})`;
    case 'person changed by groups':
      return `was changed by the groups of the sign-in (${detail})`;
    case 'person deleted':
      return `deleted ${detail}`;
    case 'people imported':
      return `imported people: ${detail}`;
    case 'token made': {
      const [, person = ''] = /^for (\S+),/.exec(detail) ?? [];
      return `made a token for ${name(person)}${named(name(about), about)}`;
    }
    case 'token revoked': {
      const [, person = ''] = /^of (\S+)/.exec(detail) ?? [];
      return `revoked a token of ${name(person)}${named(name(about), about)}`;
    }
    case 'budget set':
      return `set ${ownerOf(about, name)} budget${changes}`;
    case 'asked for a larger budget':
      return act;
    case 'request approved':
    case 'request declined':
      return `${act.replace('request ', '')} ${name(about)}’s request for a larger budget`;
    case 'names listed':
      return `listed ${countText(detail.replace('name', 'attribute'))} for everybody`;
    case 'names removed':
      return 'removed the list of attributes';
    case 'models listed':
      return `listed ${countText(detail)} for everybody`;
    case 'score may be asked again':
      return `allowed the score ${about} to be asked again`;
    case 'store confirmed':
      return 'resumed calls after the store had lost data';
    case 'backed up':
      return `made the backup ${about}`;
    case 'test alert sent':
      return 'sent a test alert';
    case 'signed in':
    case 'signed out':
      return act;
    case 'administrator recovered':
      return 'got a new administrator’s token by the command line';
    default:
      return `${act}: ${name(about)}${detail === '' ? '' : ` (${detail})`}`;
  }
}

/** `1 model` for `1 models`. */
function countText(text: string): string {
  return text.replace(/^1 (\w+)s$/, '1 $1');
}

/** A token's label, if it has one. */
function named(label: string, id: string): string {
  return label === '' || label === id ? '' : ` (${label})`;
}

function ownerOf(scope: string, name: (id: string) => string): string {
  const [kind, id] = scope.split(':');
  if (id === undefined) return 'the account’s';
  return kind === 'team' ? `the team ${name(id)}’s` : `${name(id)}’s`;
}

/** `: role from person to administrator`, of a detail such as `{"role":["person","administrator"]}`. */
function changesIn(detail: string, name: (id: string) => string): string {
  const changes = parsed(detail);
  const texts = Object.entries(changes).flatMap(([field, change]) => {
    if (!Array.isArray(change)) return [];
    const [before, after] = change.map((value: unknown) => valueText(field, value, name));
    const title = FIELDS[field] ?? field;
    return [field === 'isDisabled' ? `${title}: ${after}` : `${title} from ${before} to ${after}`];
  });
  return texts.length === 0 ? '' : `: ${texts.join(', ')}`;
}

function parsed(detail: string): object {
  try {
    return Object(JSON.parse(detail)) as object;
  } catch {
    return {};
  }
}

function valueText(field: string, value: unknown, name: (id: string) => string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return field === 'team' ? name(value) : value.replaceAll('-', ' ');
  return BUDGET_FIELDS.has(field) ? 'no limit' : 'none';
}

const BUDGET_FIELDS = new Set(['callsPerDay', 'callsPerMonth', 'pricePerDay', 'pricePerMonth']);
const FIELDS: Readonly<Record<string, string>> = {
  callsPerDay: 'calls a day',
  callsPerMonth: 'calls a month',
  pricePerDay: 'price a day',
  pricePerMonth: 'price a month',
  isDisabled: 'disabled',
  oid: 'sign-in ID',
};
