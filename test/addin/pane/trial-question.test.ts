import type { Outcome, ScoreQuestion } from '../../../src/engine/lookup';
import { outcomeText, readTrial } from '../../../src/addin/models/trial-question';
import type { WorkbookModel } from '../../../src/addin/spreadsheet/host';

const model: WorkbookModel = {
  alias: 'Shops',
  modelId: 'm-1',
  note: '',
  variables: [{ name: 'floor_area', kind: 'number' }],
};

function question(place: string, area: string, day = ''): ScoreQuestion {
  const wanted = area === '' ? { ...model, variables: [] } : model;
  const trial = readTrial(wanted, place, [area], { day, format: 'DD/MM/YYYY' });
  if (trial.kind === 'faulty') throw new Error(trial.message);
  return trial.question;
}

const rejected: Outcome = { kind: 'failed', error: { code: 'rejected', status: 400 } };

describe('a trial of a model', () => {
  it('is of the day that was chosen, written as dates are sent, or of today', () => {
    expect(question('MG Road', '', '2026-12-31')).toMatchObject({ date: '31/12/2026' });
    expect(question('MG Road', '')).not.toHaveProperty('date');
  });

  it('that is rejected says why, if the service does', () => {
    const reason = 'floor_area must be a number above 0';
    const outcome: Outcome = { kind: 'failed', error: { code: 'rejected', status: 400, reason } };
    expect(outcomeText(outcome, question('MG Road', '-1'))).toBe(`The service says “${reason}”`);
  });

  it.each([
    ['MG Road', '', '', 'check the address and the model.'],
    ['MG Road', '', '2026-12-31', 'check the date 31/12/2026, the address and the model.'],
    ['12.97, 77.59', '90', '', 'check the variables, the coordinates and the model.'],
  ])('of %s that is rejected says all that may be wrong', (place, value, day, advice) => {
    const text = outcomeText(rejected, question(place, value, day));
    expect(text).toBe(`The service rejected this request: ${advice}`);
  });
});
