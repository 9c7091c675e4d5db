import { smallest } from '../../engine/async/extremes';
import { McpServer, type CallToolResult, type ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { MAX_VARIABLES_PER_CALL } from '../../engine/contract/limits';
import { scorePrice, type CallPrices } from '../call-admission';
import type { Identity } from '../directory';
import type { ErrorReply } from '../json-reply';
import { BulkQuestions, type BulkQuestionsOptions } from '../bulk-questions';
import { errorOfNames, gravest } from '../outcome-errors';
import { aboutMe, type AboutMe } from '../about-me';
import { QuestionsPlanner, questionsOf, type PlanParts, type QuestionsPlan } from '../cost-plan';
import { readLine, type Wanted } from '../question-reading';
import { fromMillionths, type CallLedger } from '../state/call-ledger';
import type { Outcome } from '../../engine/lookup';
import type { PincodeRule } from '../../engine/places/pincode';
import type { TeamEngine } from '../team-engine';
import type { ListedNames } from './listed-names';
import { FREELY, type UnapprovedCalls } from './unapproved-calls';
import * as shapes from './tool-shapes';
import type { Attributes, Budget, GivenPlace, Planned, Scores } from './tool-shapes';
import packageJson from '../../../package.json';

export interface ToolsOptions extends Omit<BulkQuestionsOptions, 'withinMs'> {
  readonly identity: Identity;
  readonly ledger: CallLedger;
  readonly names: ListedNames;
  readonly prices: CallPrices;
  readonly currency: string;
  readonly pincodes: PincodeRule;
  readonly unapproved: UnapprovedCalls;
}

/** Creates a server for one request of one person, with the tools that the person may use. */
export function createToolServer(options: ToolsOptions): McpServer {
  const { team, names, identity, ledger, currency, prices, pincodes, unapproved } = options;
  const { id } = identity.person;
  const slice = options.processor.slicesOf(id);
  const server = new McpServer(
    { name: 'locus', title: 'Locus', version: packageJson.version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );

  /** An error's own words, such as "ECONNREFUSED", tell a program nothing. */
  const inWords =
    <Given extends readonly unknown[]>(run: (...given: Given) => Promise<CallToolResult>) =>
    (...given: Given): Promise<CallToolResult> =>
      run(...given).catch((error: unknown) => failure(options.errorReplyFor(error).message));
  const aboutCaller = (): Promise<AboutMe> => aboutMe(identity, ledger, currency);
  const priceOf = (asked: Asked, calls: number): number =>
    fromMillionths(calls * ('model' in asked ? scorePrice(prices, asked.model) : prices.lookup));

  /** Asks for the values that are not known, if a person has approved the calls that they need. */
  const answer = async (
    {
      places,
      approved_calls,
    }: Pick<z.infer<typeof shapes.SCORES_INPUT>, 'places' | 'approved_calls'>,
    asked: Asked,
    signal: AbortSignal,
    write: (answers: readonly PlaceAnswer[]) => Promise<object> | object,
  ): Promise<CallToolResult> => {
    const fault = sizeFault(places, asked);
    if (fault !== undefined) return failure(fault);
    const read = await readPlaces(places, asked, { pincodes, slice });
    const { calls } = await planPlaces(read, team, slice);
    const refusal = unapproved.take(id, calls, approved_calls ?? 0);
    if (refusal !== undefined) return failure(refusal);
    const answers = await answerPlaces(read, { ...options, withinMs: WITHIN_MS }, signal);
    const failed = answers.filter(({ error }) => error !== undefined).length;
    const counts = { planned_calls: calls, answered: answers.length - failed, failed };
    return result({ ...counts, ...(await write(answers)) }, answers);
  };

  server.registerTool(
    'find_attributes',
    {
      title: 'Find attributes',
      description:
        'Finds attributes of places, and the scoring models offered here, by what they mean. ' +
        'Costs nothing. Start here: names cannot be guessed.',
      inputSchema: shapes.FIND_INPUT,
      outputSchema: shapes.FOUND,
      annotations: FREE,
    },
    inWords(async ({ query }) => result(await names.find(query))),
  );
  server.registerTool(
    'plan',
    {
      title: 'What it would cost',
      description:
        'Says how many calls, and at what price, attributes (names) or a score (model) of these ' +
        'places would need, and which places cannot be read. Makes no call, and costs nothing.',
      inputSchema: shapes.PLAN_INPUT,
      outputSchema: shapes.PLANNED,
      annotations: FREE,
    },
    inWords(async ({ places, names: wanted, model, date, custom_variables }) => {
      if (wanted && model) {
        return failure('Give either names or model, not both.');
      }
      let asked: Asked | undefined;
      if (wanted) asked = { names: wanted };
      else if (model) asked = { model: await names.modelCalled(model), date, custom_variables };
      if (asked === undefined) return failure('Give names (of attributes) or model (of a score).');
      const fault = sizeFault(places, asked);
      if (fault !== undefined) return failure(fault);
      const read = await readPlaces(places, asked, { pincodes, slice });
      const { calls, values, known } = await planPlaces(read, team, slice);
      const { day, month } = (await aboutCaller()).budget;
      const left = [day.left, month.left].filter((each) => each !== null);
      const price = priceOf(asked, calls);
      const planned: Planned = {
        calls,
        price: price === 0 && calls > 0 ? null : price,
        currency,
        values,
        known,
        needs_approval: unapproved.needsApproval(id, calls),
        calls_left: left.length === 0 ? null : smallest(left),
        unreadable: read.flatMap(({ wanted: [first] }, index) =>
          first?.kind === 'error' ? [{ index, message: first.error.message }] : [],
        ),
        unlisted_names: 'names' in asked ? await names.unlisted(asked.names) : [],
      };
      return result(planned);
    }),
  );
  server.registerTool(
    'attributes',
    {
      title: 'Attributes of places',
      description:
        'Returns attributes of places, with units and ages. Each place that is not known already ' +
        `costs a call for each 50 names. More than ${FREELY} calls need approved_calls.`,
      inputSchema: shapes.ATTRIBUTES_INPUT,
      outputSchema: shapes.ATTRIBUTES,
      annotations: PAID,
    },
    inWords(({ names: given, ...rest }, { mcpReq }) => {
      const wanted = [...new Set(given)];
      return answer(rest, { names: wanted }, mcpReq.signal, async (answers) => {
        const unitOf = await names.unitOf();
        const now = team.clock.now();
        const found: Pick<Attributes, 'places'> = {
          places: answers.map(({ place, outcomes, error }) => ({
            place,
            values: outcomes.map(({ at, outcome }) => {
              const name = wanted[at] as string;
              return { name, ...agedOf(outcome, now), unit: unitOf(name) };
            }),
            ...errorOf(error),
          })),
        };
        return found;
      });
    }),
  );
  server.registerTool(
    'scores',
    {
      title: 'Scores of places',
      description:
        'Returns a model’s score of each place. Each that is not known already costs a call, ' +
        `charged once. More than ${FREELY} calls need approved_calls.`,
      inputSchema: shapes.SCORES_INPUT,
      outputSchema: shapes.SCORES,
      annotations: PAID,
    },
    inWords(async ({ model: given, date, custom_variables, ...rest }, { mcpReq }) => {
      const model = await names.modelCalled(given);
      const asked = { model, date, custom_variables };
      return answer(rest, asked, mcpReq.signal, (answers) => {
        const now = team.clock.now();
        const found: Omit<Scores, 'planned_calls' | 'answered' | 'failed'> = {
          model,
          unit: 'score',
          places: answers.map(({ place, outcomes: [found], error }) => ({
            place,
            score: found === undefined ? null : agedOf(found.outcome, now),
            ...errorOf(error),
          })),
        };
        return found;
      });
    }),
  );
  server.registerTool(
    'my_budget',
    {
      title: 'My budget',
      description: 'Says whose budget is spent here, and what is left of it. Costs nothing.',
      inputSchema: shapes.NO_INPUT,
      outputSchema: shapes.BUDGET,
      annotations: FREE,
    },
    inWords(async () => {
      const { person, team: ofTeam, budget } = await aboutCaller();
      const periodOf = (period: AboutMe['budget']['day']): Budget['day'] => {
        const { price, resetsAt: resets_at, isNearlySpent: is_nearly_spent, ...calls } = period;
        return { calls, price, resets_at, is_nearly_spent };
      };
      const [day, month] = [periodOf(budget.day), periodOf(budget.month)];
      const found: Budget = { person, team: ofTeam, currency, day, month };
      return result(found);
    }),
  );
  return server;
}

function sizeFault(places: readonly GivenPlace[], asked: Asked): string | undefined {
  const values = places.length * ('names' in asked ? new Set(asked.names).size : 1);
  if (values <= MOST_VALUES) return undefined;
  return `This asks for ${english(values)} values; at most ${english(MOST_VALUES)} at once. Ask in parts.`;
}

/**
 * The value of a question that has been answered, and its age. A place without a value has `null`.
 */
function agedOf(outcome: Outcome, now: number) {
  const at = 'at' in outcome ? outcome.at : now;
  return {
    value: outcome.kind === 'found' ? outcome.value : null,
    at: new Date(at).toISOString(),
    age_seconds: Math.max(0, Math.round((now - at) / 1000)),
    ...(outcome.kind === 'found' && outcome.isStale ? { is_stale: true } : {}),
  };
}

function errorOf(error: ErrorReply | undefined) {
  if (error === undefined) return {};
  const { message, reason } = error;
  return { error: { message, ...(reason === undefined ? {} : { reason }) } };
}

/** @param answers those of its places. If none of them has a value, the whole call has failed. */
function result(found: object, answers: readonly PlaceAnswer[] = []): CallToolResult {
  const errors = answers.flatMap(({ error, outcomes }) =>
    outcomes.length > 0 ? [] : (error ?? []),
  );
  const isFailed = answers.length > 0 && errors.length === answers.length;
  const text = isFailed ? gravest(errors)?.message : undefined;
  return {
    content: [{ type: 'text', text: text ?? JSON.stringify(found) }],
    structuredContent: { ...found },
    ...(isFailed ? { isError: true } : {}),
  };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function english(count: number): string {
  return count.toLocaleString('en');
}

const MOST_VALUES = 50_000;
/**
 * The official clients wait for a minute. Values that are not sent by then have an error that says
 * so.
 */
const WITHIN_MS = 50_000;
const FREE: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Annotations of a tool that changes only the budget. Asking again for the same values is free. */
const PAID: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
const INSTRUCTIONS =
  'Locus knows attributes of places (population, shops, schools…) and scores of places by models. ' +
  'Each call of its service costs money from a budget; what is known already is free. ' +
  'Find names with find_attributes, see the cost with plan, then ask with attributes or scores. ' +
  'Do not guess a coordinate, pincode or name: a place that cannot be read for certain is refused ' +
  'and costs nothing. Never raise approved_calls without asking the person. ' +
  'A value of null means that there is no value. It is not 0.';

/** What a tool asks for each of its places. */
type Asked =
  | { readonly names: readonly string[] }
  | {
      readonly model: string;
      readonly date?: string | null | undefined;
      readonly custom_variables?: Readonly<Record<string, unknown>> | null | undefined;
    };

/** A place as a tool was given it, and as it is read: in the same way as a line of `/v1/bulk`. */
interface AskedPlace {
  readonly place: GivenPlace;
  /** One for each 50 names, or a single error if the place cannot be read. */
  readonly wanted: readonly Wanted[];
}

interface PlaceAnswer {
  readonly place: GivenPlace;
  /** The outcomes that there are, each with the index of its name. A score has index 0. */
  readonly outcomes: readonly { readonly at: number; readonly outcome: Outcome }[];
  readonly error: ErrorReply | undefined;
}

async function readPlaces(
  places: readonly GivenPlace[],
  asked: Asked,
  { pincodes, slice }: Pick<PlanParts, 'pincodes' | 'slice'>,
): Promise<readonly AskedPlace[]> {
  const forms =
    'names' in asked ? inFifties(asked.names).map((variables) => ({ variables })) : [asked];
  const read: AskedPlace[] = [];
  for (const place of places) {
    await slice();
    const wanted = forms.map((form) => readLine({ ...place, ...form }, pincodes));
    const fault = wanted.find(({ kind }) => kind === 'error');
    read.push({ place, wanted: fault === undefined ? wanted : [fault] });
  }
  return read;
}

/** Counts the calls that the places need. Makes none. */
async function planPlaces(
  places: readonly AskedPlace[],
  team: TeamEngine,
  slice: PlanParts['slice'],
): Promise<QuestionsPlan> {
  const planner = new QuestionsPlanner({ team, slice });
  for (const { wanted } of places) await planner.add(wanted.flatMap(questionsOf));
  return planner.plan();
}

/** Asks for the values that are not known. */
async function answerPlaces(
  places: readonly AskedPlace[],
  options: BulkQuestionsOptions,
  signal: AbortSignal,
): Promise<readonly PlaceAnswer[]> {
  const answers = new BulkQuestions(options);
  const leave = (): void => answers.leave();
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const found = places.map(({ wanted }) => wanted.map((): Outcome[] => []));
  const errors = places.map((): ErrorReply[] => []);
  try {
    for (const [index, { wanted }] of places.entries()) {
      for (const [part, each] of wanted.entries()) {
        if (answers.hasLeft) break;
        await answers.take(each, (reply) => {
          const error = reply.kind === 'error' ? reply.error : errorOfNames(reply.failures);
          if (error !== undefined) errors[index]?.push(error);
          if (reply.kind === 'answered') (found[index] ?? [])[part] = [...reply.outcomes];
        });
      }
    }
    await answers.end();
  } finally {
    signal.removeEventListener('abort', leave);
  }
  return places.map(({ place }, index) => ({
    place,
    // A refused part has no outcomes, and the names of the next part keep their indices.
    outcomes: (found[index] ?? []).flatMap((outcomes, part) =>
      outcomes
        .map((outcome, at) => ({ at: part * MAX_VARIABLES_PER_CALL + at, outcome }))
        .filter(({ outcome: { kind } }) => kind === 'found' || kind === 'missing'),
    ),
    error: gravest(errors[index] ?? []),
  }));
}

function inFifties(names: readonly string[]): readonly (readonly string[])[] {
  const unique = [...new Set(names)];
  const parts: string[][] = [];
  for (let start = 0; start < unique.length; start += MAX_VARIABLES_PER_CALL) {
    parts.push(unique.slice(start, start + MAX_VARIABLES_PER_CALL));
  }
  return parts;
}
