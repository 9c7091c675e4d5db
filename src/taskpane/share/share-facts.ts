import { frozenCount } from '../../settings/frozen-formulas';
import { createFrozenStore } from '../../settings/frozen-store';
import { countedText, countText } from '../figure-text';
import type { PanePorts } from '../pane-ports';
import { callsIn } from '../spending/asked-formulas';
import type { FormulaCall } from '../spending/asked-formulas';

export type FactPorts = Pick<PanePorts, 'host' | 'workbookAnswers'>;

/** What else goes along, and whether whoever gets the workbook has all values. */
export interface ShareFacts {
  /** Formulas that ask for values. */
  readonly formulas: number;
  /** Of those, the ones that have an address written in them. */
  readonly withAddress: number;
  /** Formulas that are values by now; undefined where nobody could tell. */
  readonly frozen: number | undefined;
  /** Saved answers, or undefined where nobody could tell. */
  readonly answers: number | undefined;
  readonly isLeftOut: boolean;
}

/** Never rejects; undefined where the workbook's formulas cannot be read. */
export async function readShareFacts({
  host,
  workbookAnswers,
}: FactPorts): Promise<ShareFacts | undefined> {
  try {
    const reading = await host.sheet.formulas();
    if (reading.kind === 'failed') return undefined;
    const asking = reading.formulas.filter(({ formula }) => callsIn(formula).some(asks));
    const [frozen, carried] = await Promise.all([readFrozen(host), readAnswers(workbookAnswers)]);
    return {
      formulas: asking.length,
      withAddress: asking.filter(({ formula }) => callsIn(formula).some(hasAddress)).length,
      frozen,
      answers: carried?.answers,
      isLeftOut: carried?.isLeftOut ?? false,
    };
  } catch {
    return undefined;
  }
}

/** The facts in sentences. */
export function factWords(facts: ShareFacts): readonly string[] {
  const { formulas, withAddress, frozen = 0, answers, isLeftOut } = facts;
  const words: string[] = [];
  if (formulas === 0 && frozen === 0) words.push('No formula here asks for values.');
  else if (formulas === 0) words.push(`All ${countText(frozen)} formulas are frozen to values.`);
  else {
    const rest = frozen === 0 ? 'none is frozen' : `${countText(frozen)} more are frozen`;
    words.push(`${countedText(formulas, 'formula')} can be calculated again; ${rest}.`);
  }
  if (formulas > 0 && answers === 0) words.push(isLeftOut ? LEFT_OUT : NONE_SAVED);
  else if (formulas > 0 && answers !== undefined) {
    words.push(`${countedText(answers, 'saved value')} answer them for whoever has no key.`);
  }
  if (answers !== undefined && answers > 0) {
    words.push('No address goes along with the saved values.');
  }
  if (withAddress > 0) {
    words.push(
      `${countedText(withAddress, 'formula')} ${withAddress === 1 ? 'has' : 'have'} an address written in the formula, which goes along, as all that stands in cells does.`,
    );
  }
  return words;
}

const NONE_SAVED =
  'No values are saved: without a key, a cell that is calculated again has none. Save answers, or freeze.';
const LEFT_OUT =
  'Answers are left out: without a key, a cell that is calculated again has none. Freeze to send values.';

const ASKING = new Set(['LOCATTR', 'LOCATTR_ADDRESS', 'LOCSCORE', 'LOCSCORE_COORDS']);

function asks({ name }: FormulaCall): boolean {
  return ASKING.has(name);
}

/** Written out, and not in a cell. */
function hasAddress({ name, args }: FormulaCall): boolean {
  const address = name === 'LOCATTR_ADDRESS' ? args[0] : name === 'LOCSCORE' ? args[1] : undefined;
  return address?.startsWith('"') ?? false;
}

async function readFrozen(host: PanePorts['host']): Promise<number | undefined> {
  const state = await createFrozenStore(host.parts).read();
  if (state.kind === 'failed') return undefined;
  return [...state.formulas].reduce((sum, frozen) => sum + frozenCount(frozen), 0);
}

async function readAnswers(
  open: FactPorts['workbookAnswers'],
): Promise<{ readonly answers: number; readonly isLeftOut: boolean } | undefined> {
  const answers = await open();
  await answers.read();
  const { reading, ...carried } = answers.current();
  return reading.kind === 'read' ? carried : undefined;
}
