import type { AdminTools } from './admin-tools';
import { AdminRefusal, demandAdministrator } from './admin-tools';

/** Scores that may have been charged without an answer: a person decides whether to ask again. */
export function addScoreRoutes({ app, state, audit }: AdminTools): void {
  app.get('/unknown-scores', async (c) => {
    demandAdministrator(c.get('identity'));
    const scores = await state.claims.unknown();
    return c.json({
      scores: scores.map((score) => ({ ...score, at: new Date(score.at).toISOString() })),
    });
  });
  app.post('/unknown-scores/:id/ask-again', async (c) => {
    const by = c.get('identity');
    demandAdministrator(by);
    const id = c.req.param('id');
    if (!(await state.claims.askAgain(id))) {
      throw new AdminRefusal(404, 'There is no such score.');
    }
    await audit(by, 'score may be asked again', id);
    return c.json({ id, status: 'may be asked again' });
  });
}
