import {
  CELL_MESSAGES,
  sentence,
  written,
  type ErrorCase,
} from '../../src/engine/language/cell-messages';
import { PROGRAM_MESSAGES } from '../../src/engine/language/program-messages';
import { STILL_ASKED } from '../../src/gateway/outcome-errors';
import { SERVICE_OUTCOMES, type ServiceOutcome } from './service-outcomes';
import { whatProgramsSay, type Said } from './program-surfaces';

/** Stands for what a sentence quotes. */
const QUOTED = 'QQQ';

/**
 * Adds a test for each of these outcomes: every program says a sentence of the table, the right
 * one.
 */
export function describePrograms(isWanted: (outcome: ServiceOutcome) => boolean): void {
  const wanted = SERVICE_OUTCOMES.filter(isWanted);
  test.each(wanted)(
    'programs, of a service that does $what',
    async (outcome) => {
      const { terminal, json, column, gateway, bulk, agent, warehouse, behind } =
        await whatProgramsSay(outcome.fate);
      for (const said of [terminal, json, column]) expectOne(said, outcome, terminalSays, UNSURE);
      for (const said of [gateway, bulk, agent, warehouse]) {
        expectOne(said, outcome, gatewaySays, OF_SCORES);
      }
      expect(Object.values(behind).join('\n')).not.toMatch(/pane|API key|undefined/);
      for (const text of Object.values(behind))
        expect(SAID_BEHIND.some((each) => each.test(text))).toBe(true);
    },
    180_000,
  );
}

function expectOne(
  said: Said,
  outcome: ServiceOutcome,
  saysOf: (of: ErrorCase) => string,
  ofScores: readonly RegExp[],
): void {
  for (const kind of ['lookup', 'score'] as const) {
    // Programs say nothing of what was asked: it stands in the row beside it.
    const of = outcome[kind].replace(/\/(?:asked|attribute|score)$/, '') as ErrorCase;
    // A service that fails again and again may be said to fail, in place of the last failure.
    const also = /^(?:service-failed|timed-out|throttled|offline)/.test(of) ? ALSO : [];
    const allowed = [of, ...also].map((each) => patternOf(saysOf(each)));
    if (kind === 'score') allowed.push(...ofScores);
    const text = said[kind];
    if (of.startsWith('no-value') && text === '') continue;
    expect([kind, text, allowed.some((each) => each.test(text))]).toEqual([kind, text, true]);
    expect(text).not.toMatch(/secret-key|undefined|redirects to (?!https?:\/\/[^/\s]+[,:])/);
  }
}

const ALSO: readonly ErrorCase[] = ['offline', 'offline/failing', 'timed-out', 'throttled'];

function terminalSays(of: ErrorCase): string {
  return sentence({ ...CELL_MESSAGES[of], ...PROGRAM_MESSAGES[of].terminal }, [QUOTED, QUOTED]);
}

function gatewaySays(of: ErrorCase): string {
  return written(PROGRAM_MESSAGES[of].gateway, [QUOTED, QUOTED]);
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(QUOTED, '.+');
  // A line of progress may stand before it on a terminal.
  return new RegExp(`(?:^|\n)${escaped}$`);
}

const UNSURE = [/^This score may have been charged: /m];
const OF_SCORES = [
  /^The outcome of this score is unknown, and it may have been charged\./,
  patternOf(STILL_ASKED.message),
];
const SAID_BEHIND = [
  ...Object.keys(CELL_MESSAGES).map((of) => patternOf(terminalSays(of as ErrorCase))),
  /^This score did not arrive: /,
  /^$/,
];
