import { z } from 'zod';
import { AdminError, administratorOf, demand, type AdminTools } from './admin-tools';
import { pricedModel } from './call-admission';

const LIST = z.array(z.string().trim().min(1).max(200)).min(1).max(1000);

/** Which answers to forget: of these names and models, and fetched before a day or a time. */
export const FORGETTING = z.strictObject({
  names: LIST.optional(),
  models: LIST.optional(),
  /** A day or a time in ISO 8601. A day means its beginning, by the calendar of budgets. */
  before: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
});

/** Adds the route that forgets answers that are known to be out of date. */
export function addAnswerRoutes({ app, team, clock, state, audit }: AdminTools): void {
  app.post('/answers/forget', async (c) => {
    const by = administratorOf(c);
    const { names, models, before } = demand(FORGETTING, c.get('body'));
    const now = clock.now();
    const timeOf = (text: string): number =>
      text.length === DAY ? state.ledger.calendar.beginningOf(text) : Date.parse(text);
    const forgotten = await team.forgetAnswers({
      names: names?.map((name) => name.toLowerCase()),
      models: models?.map(pricedModel),
      // Answers that are fetched from now on stay.
      before: Math.min(now, before === undefined ? now : timeOf(before)),
    });
    if (forgotten === undefined) throw TOO_MANY;
    const about = [...(names ?? []), ...(models ?? [])].join(', ') || 'all';
    await audit(by, 'answers forgotten', about.slice(0, MOST_ABOUT), before ?? '');
    return c.json({ forgotten });
  });
}

const MOST_ABOUT = 500;
const TOO_MANY = new AdminError(
  409,
  'Too many names and models are forgotten one by one. Forget all answers from before a day.',
);
const DAY = 'YYYY-MM-DD'.length;
