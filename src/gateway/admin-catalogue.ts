import { z } from 'zod';
import { readNames } from '../engine/catalogue/name-import';
import { modelIdFault } from '../engine/contract/paths';
import { AdminError, demand, administratorOf, type AdminTools } from './admin-tools';
import { nameFault } from './name-rules';

export const NAMES_PATH = '/catalogue/names';

export const NAMES = z.strictObject({ csv: z.string() });
export const MODELS = z.strictObject({
  models: z
    .array(
      z.strictObject({
        id: z.string().trim(),
        name: z.string().trim().min(1).max(64),
        note: z.string().trim().max(1000).default(''),
      }),
    )
    .max(500),
});
/**
 * Whether a formula can use this name: a cell must not read it as a number, a truth value or an
 * error.
 */
function isAlias(name: string): boolean {
  return /\p{L}/u.test(name) && !/^['#{]|^(?:true|false)$|^[\d.]+e[\d]+$/iu.test(name);
}

/** The largest reply that the add-in reads, with room left for the models. */
const MOST_BYTES = 4_000_000;
const MOST_REPORTED = 1000;

function demandPlain(field: string, text: string): void {
  const fault = nameFault(text);
  if (fault !== undefined) throw new AdminError(400, `${field}: ${fault}.`);
}

/** Adds routes for the attribute names and models that everybody is offered. */
export function addCatalogueRoutes({ app, catalogue, clock, audit }: AdminTools): void {
  app.get('/catalogue', async (c) => {
    const { names, models } = await catalogue.current();
    return c.json({ names: names.length, models });
  });

  app.put(NAMES_PATH, async (c) => {
    const by = administratorOf(c);
    const { names, problems, columns } = await readNames(demand(NAMES, c.get('body')).csv, {
      clock,
    });
    if (names.length === 0) {
      const [first] = problems;
      const where = first === undefined ? '' : ` Line ${first.line}: ${first.reason}`;
      throw new AdminError(400, `There is no attribute name in this file.${where}`);
    }
    if (Buffer.byteLength(JSON.stringify(names)) > MOST_BYTES) {
      throw new AdminError(413, 'This is more than the 4 MB that the add-in reads.');
    }
    await catalogue.set({ names });
    await audit(by, 'names listed', 'catalogue', `${names.length} names`);
    return c.json({
      names: names.length,
      refused: problems.length,
      columns,
      lines: problems.slice(0, MOST_REPORTED).map(({ line, reason }) => ({ line, reason })),
    });
  });
  app.delete(NAMES_PATH, async (c) => {
    const by = administratorOf(c);
    await catalogue.set({ names: [] });
    await audit(by, 'names removed', 'catalogue');
    return c.json({ names: 0 });
  });

  app.put('/catalogue/models', async (c) => {
    const by = administratorOf(c);
    const { models } = demand(MODELS, c.get('body'));
    for (const { id, name, note } of models) {
      if (modelIdFault(id) !== undefined) throw new AdminError(400, 'id: there is no such model.');
      demandPlain('id', id);
      demandPlain('name', name);
      if (!isAlias(name)) throw new AdminError(400, 'name: no formula could use it.');
      // A note may have several lines.
      demandPlain('note', note.replace(/\n/g, ' '));
    }
    const ids = models.map(({ id }) => id);
    // Workbooks ignore capitals in a model's name.
    const called = models.map(({ name }) => name.toLowerCase());
    if (new Set(ids).size < ids.length || new Set(called).size < called.length) {
      throw new AdminError(409, 'Two models have the same id or name.');
    }
    await catalogue.set({ models });
    await audit(by, 'models listed', 'catalogue', `${models.length} models`);
    return c.json({ models });
  });
}
