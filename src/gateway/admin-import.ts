import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { createRowParser, type RowFault } from '../engine/places/delimited-text';
import { AdminError, demand, demandAdministrator, type AdminTools } from './admin-tools';
import { MOST_AT_ONCE } from './admin-paging';
import { demandFree, NAME, PERSON, teamCalled, teamFor, withFreeOid } from './admin-people';
import { exclusively, PEOPLE_NAMES, type Identity } from './directory';
import type { NewPeople } from './new-people';
import type { Slice } from './processor-turns';
import { nameKey } from './name-rules';

export const IMPORT_PATH = '/people/import';
export const MOST_IMPORT_BYTES = 4 * 1024 * 1024;

export const PEOPLE_IMPORT = z.strictObject({ csv: z.string().max(MOST_IMPORT_BYTES) });
const NEW_TEAM = z.object({ team: NAME });
const COLUMNS = ['name', 'team', 'role', 'oid'];
const MOST_PEOPLE = 10_000;
const TOO_MANY = new AdminError(400, `A file may have at most ${MOST_PEOPLE} people.`);
/** In UTF-16 units. No person has as much. */
const LONGEST_ROW = 10_000;
const PIECE = 16_384;
const FAULTS: Readonly<Record<RowFault['kind'], string>> = {
  'stray-quote': 'a quotation mark stands within a cell',
  'open-quote': 'a quote is not closed',
  'rows-within': 'a quote is not closed',
  'too-long': 'it is too long',
};

type NewPerson = Parameters<NewPeople['add']>[0];

/** The result of a line. The first line below the header is 2, as in a spreadsheet. */
interface LineReport {
  readonly line: number;
  readonly status: 'added' | 'refused';
  readonly id?: string;
  readonly reason?: string;
}

/**
 * Adds the route that adds people and teams from a CSV. A bad line does not keep the others from
 * being added.
 */
export function addImportRoute(tools: AdminTools): void {
  const { app, directory, audit, newPeople, processor } = tools;
  app.post(IMPORT_PATH, async (c) => {
    const by = c.get('identity');
    const [header = [], ...rows] = await rowsOf(
      demand(PEOPLE_IMPORT, c.get('body')).csv,
      processor.slicesOf(by.person.id),
    );
    const columns = columnsOf(header);
    // The same file may be sent twice at the same time.
    const report = await exclusively(tools, PEOPLE_NAMES, () => imported(by, columns, rows));
    return c.json(report);
  });

  async function imported(
    by: Identity,
    columns: readonly string[],
    rows: readonly (readonly string[])[],
  ): Promise<object> {
    // These are in this file; the directory knows the others.
    const seen = new Set<string>();
    const oids = new Set<string>();
    const reports: Promise<LineReport>[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % MOST_AT_ONCE === MOST_AT_ONCE - 1) await nextTurn();
      if (row.every((cell) => cell.trim() === '')) continue;
      const line = index + 2;
      try {
        // Not awaited, because people who are stored together take a hundredth of the time.
        const person = await personOf(row);
        const adding = withFreeOid(by, tools, person.oid, () => newPeople.add(person));
        reports.push(
          adding.then(
            ({ id }) => ({ line, status: 'added', id }),
            (error: unknown) => refusedLine(line, error),
          ),
        );
      } catch (error) {
        reports.push(Promise.resolve(refusedLine(line, error)));
      }
      // A rejection is reported below, once all lines are read.
      reports.at(-1)?.catch(() => {});
    }
    const lines = await Promise.all(reports);
    const added = lines.filter(({ status }) => status === 'added').length;
    await audit(by, 'people imported', 'people', `${added} of ${lines.length} lines`);
    return { added, refused: lines.length - added, lines };

    async function personOf(row: readonly string[]): Promise<NewPerson> {
      if (row.length > columns.length) throw new AdminError(400, 'More cells than columns.');
      const given = columns.flatMap((column, at) => {
        const text = (row[at] ?? '').trim();
        return text === '' ? [] : [[column, text] as const];
      });
      const fields = demand(PERSON, Object.fromEntries(given));
      const { name, role, oid } = fields;
      if (role === 'administrator') demandAdministrator(by);
      if (oid !== undefined && oids.has(oid)) throw new AdminError(409, 'oid: given twice.');
      const team = await teamOf(by, fields.team ?? undefined);
      demandFree(directory, { name, team, oid });
      const identity = JSON.stringify([nameKey(name), team]);
      if (seen.has(identity)) throw new AdminError(409, 'name: already in this team.');
      seen.add(identity);
      if (oid !== undefined) oids.add(oid);
      return { name, team, role, oid };
    }
  }

  /** Finds a team's ID. An administrator of everything creates missing teams. */
  async function teamOf(by: Identity, named: string | undefined): Promise<string | undefined> {
    if (named === undefined || by.person.role !== 'administrator') {
      return teamFor(by, directory, named)?.id;
    }
    const known = directory.teamNamed(named);
    if (known !== undefined) return known.id;
    const { team } = demand(NEW_TEAM, { team: named });
    return (await teamCalled(team, by, tools)).team.id;
  }
}

/**
 * Reads in pieces, and stops at the first line that cannot be read: 4 MB of quotation marks at once
 * took two seconds and 600 MB.
 *
 * @throws AdminError
 */
async function rowsOf(csv: string, slice: Slice): Promise<readonly (readonly string[])[]> {
  // The first line has only names of columns.
  const [, delimiter = ','] = /^[^\r\n]*?([,;\t|])/.exec(csv) ?? [];
  const format = { delimiter, escape: '"', preamble: '', hasQuotes: true } as const;
  const parser = createRowParser(format, LONGEST_ROW);
  const rows: (readonly string[])[] = [];
  for (let at = 0; at < csv.length; at += PIECE) {
    await slice();
    for (const { cells, line, fault } of parser.read(
      csv.slice(at, at + PIECE),
      at + PIECE >= csv.length,
    )) {
      if (fault !== undefined) throw new AdminError(400, `Line ${line}: ${FAULTS[fault.kind]}.`);
      if (rows.push(cells) > MOST_PEOPLE + 1) throw TOO_MANY;
    }
  }
  return rows;
}

/** @throws the error, unless it is the line's own fault. */
function refusedLine(line: number, error: unknown): LineReport {
  if (!(error instanceof AdminError)) throw error;
  return { line, status: 'refused', reason: error.message };
}

/** @throws AdminError for a column that is unknown, repeated or missing. */
function columnsOf(header: readonly string[]): readonly string[] {
  const columns = header.map((cell) => cell.trim().toLowerCase());
  const isKnown = columns.every((column) => COLUMNS.includes(column));
  if (!isKnown || !columns.includes('name') || new Set(columns).size < columns.length) {
    throw new AdminError(400, 'The first line must name the columns: name, team, role, oid.');
  }
  return columns;
}
