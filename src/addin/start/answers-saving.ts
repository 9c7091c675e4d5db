import {
  ListenerSet,
  type Activity,
  type CallKind,
  type CancelScheduled,
  type Clock,
} from '../../engine/lookup';
import type { SavingConsent } from '../device/saving-consent';
import type { OptionValue } from '../workbook/workbook-settings';
import type { WorkbookStore } from '../workbook/workbook-store';
import type { AnsweredQuestion, AnswerRow, SnapshotService } from '../workbook/answer-table';
import type { SnapshotSaving, WorkbookSnapshot } from '../workbook/workbook-snapshot';
import type { Cells } from '../spreadsheet/host';
import type {
  AnswersSaving,
  CarriedAnswers,
  WorkbookAnswers,
} from '../spreadsheet/workbook-answers';
import { MOST_USED, type UsedAnswers, type UsedBatch } from './used-answers';
import { questionFingerprint } from '../workbook/question-fingerprint';

export interface WorkbookAnswersParts {
  readonly snapshot: WorkbookSnapshot;
  readonly used: UsedAnswers;
  readonly options: Pick<WorkbookStore, 'current' | 'whenRead' | 'edit' | 'subscribe'>;
  readonly activity: Activity;
  readonly cells: Pick<Cells, 'recalculateAll'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Whether a person on this device has agreed that the workbook may save its answers unasked. */
  readonly consent: SavingConsent;
  /** Counts up whenever another workbook is opened. */
  opened(): number;
  serviceOf(kind: CallKind, batch: UsedBatch): SnapshotService;
}

/** Joins the answers that formulas got, those in the workbook, and the workbook's saving option. */
export function createWorkbookAnswers(parts: WorkbookAnswersParts): WorkbookAnswers {
  const { snapshot, used, options, consent } = parts;
  const listeners = new ListenerSet();
  let doing: CarriedAnswers['doing'];
  let trouble: AnswersSaving | undefined;
  /** Set once all answers were saved: for which workbook, and how many values had come by then. */
  let whole: { readonly opened: number; readonly received: number } | undefined;
  let state = stateNow();

  function stateNow(): CarriedAnswers {
    const { reading, ...carried } = snapshot.current();
    const choice = choiceOf(options);
    return {
      ...carried,
      reading: reading.kind === 'unread' ? { kind: 'reading' } : reading,
      isLeftOut: choice === CHOICES.leftOut,
      isAll: whole?.opened === parts.opened() && whole.received === received(),
      savesAutomatically: savesAutomatically(),
      wantsToSave: choice === CHOICES.automatically && !savesAutomatically(),
      doing,
      trouble,
    };
  }

  function received(): number {
    return parts.activity.snapshot().valuesReceived;
  }

  function savesAutomatically(): boolean {
    return choiceOf(options) === CHOICES.automatically && consent.isGiven(tokensOf(options));
  }

  function notify(): void {
    state = stateNow();
    listeners.notify();
  }

  async function during<Result>(
    what: NonNullable<CarriedAnswers['doing']>,
    run: () => Promise<Result>,
  ): Promise<Result> {
    doing = what;
    notify();
    try {
      return await run();
    } finally {
      doing = undefined;
      notify();
    }
  }

  async function save(from = 0, isComplete = true): Promise<AnswersSaving> {
    const opened = parts.opened();
    await options.whenRead();
    if (choiceOf(options) === CHOICES.leftOut) return { kind: 'not-saved', reason: 'left-out' };
    const isAll = from > 0 && isComplete;
    const asked = isAll ? askedQuestions(used.batches.slice(from)) : undefined;
    const rows = usedRows(used.batches, (kind, batch) => parts.serviceOf(kind, batch));
    trouble = undefined;
    if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
    const saving = await during('saving', () => snapshot.save(rows, asked));
    if (saving.kind === 'saved' && asked !== undefined) used.batches.splice(0, from);
    if (saving.kind === 'saved' && from > 0 && isComplete) {
      whole = { opened, received: received() };
      notify();
    }
    return withCompleteness(saving, isComplete);
  }

  async function calculateAndSave(): Promise<AnswersSaving> {
    const calculated = (used.calculated = new Set());
    const from = used.turn();
    const batch = used.batches[from];
    const isComplete = await during('calculating', async () => {
      const { count, failures } = await parts.cells.recalculateAll();
      await untilQuiet(parts, calculated);
      return failures.length === 0 && calculated.size >= count && count > 0;
    });
    used.calculated = undefined;
    if (used.batches[from] !== batch) return ANOTHER_WORKBOOK;
    const hasAll = used.batches.every(({ answers }) => answers.size < MOST_USED);
    return save(from, isComplete && hasAll);
  }

  async function choose(value: OptionValue): Promise<AnswersSaving> {
    const tokens = value === CHOICES.automatically ? consent.give(tokensOf(options)) : '';
    const edited = await options.edit([
      { kind: 'set-option', name: OPTION, value },
      { kind: 'set-option', name: CONSENT_OPTION, value: tokens },
    ]);
    notify();
    if (edited.kind === 'failed') return edited;
    return edited.kind === 'saved' ? DONE : { kind: 'not-saved', reason: 'options' };
  }

  saveWhenQuiet(parts, async () => {
    await options.whenRead();
    if (!savesAutomatically()) return true;
    const saving = await save();
    trouble = saving.kind === 'saved' ? undefined : saving;
    notify();
    return saving.kind !== 'failed';
  });
  snapshot.subscribe(notify);
  return {
    current: () => state,
    subscribe(listener) {
      if (listeners.size === 0) options.subscribe(notify);
      return listeners.subscribe(listener);
    },
    read: async () => {
      await Promise.all([snapshot.whenRead(), options.whenRead()]);
      notify();
    },
    async lacksShown() {
      await options.whenRead();
      if (choiceOf(options) === CHOICES.leftOut) return false;
      return snapshot.lacks(usedRows(used.batches, (kind, batch) => parts.serviceOf(kind, batch)));
    },
    save: () => save(),
    calculateAndSave,
    async leaveOut(isLeftOut) {
      const opened = parts.opened();
      const saved = await choose(isLeftOut ? CHOICES.leftOut : CHOICES.onCommand);
      if (saved.kind !== 'saved' || !isLeftOut) return saved;
      if (opened !== parts.opened()) return ANOTHER_WORKBOOK;
      return withCompleteness(await during('saving', () => snapshot.remove()), true);
    },
    saveAutomatically: (isOn) => choose(isOn ? CHOICES.automatically : CHOICES.onCommand),
  };
}

/** The workbook's option for saving answers. Never rename it or its values: workbooks hold them. */
const OPTION = 'answers';
const CHOICES = { onCommand: 'on-command', automatically: 'by-themselves', leftOut: 'left-out' };

function choiceOf(options: Pick<WorkbookStore, 'current'>): OptionValue {
  return options.current().settings.options.get(OPTION) ?? CHOICES.onCommand;
}

const ANOTHER_WORKBOOK: AnswersSaving = { kind: 'not-saved', reason: 'another-workbook' };
/** The option with the tokens of devices that agreed to this. Never rename it. */
const CONSENT_OPTION = 'answers-agreed';

function tokensOf(options: Pick<WorkbookStore, 'current'>): string {
  return String(options.current().settings.options.get(CONSENT_OPTION) ?? '');
}

const DONE: AnswersSaving = { kind: 'saved', isChanged: true, isComplete: true };

function withCompleteness(saving: SnapshotSaving, isComplete: boolean): AnswersSaving {
  return saving.kind === 'saved' ? { ...saving, isComplete } : saving;
}

/** Saves once no new answer has come for this long. */
const QUIET_MS = 10_000;
/** Before another attempt: the workbook is busy while somebody types in a cell. */
const AGAIN_MS = 60_000;

/** @param save resolves to false if it must be tried again. */
function saveWhenQuiet(
  { activity, clock }: Pick<WorkbookAnswersParts, 'activity' | 'clock'>,
  save: () => Promise<boolean>,
): void {
  let received = activity.snapshot().valuesReceived;
  let cancel: CancelScheduled | undefined;
  const later = (ms: number): void => {
    cancel?.();
    cancel = clock.schedule(ms, () => {
      cancel = undefined;
      void save().then((isAll) => {
        if (!isAll && cancel === undefined) later(AGAIN_MS);
      });
    });
  };
  activity.subscribe(({ valuesReceived }) => {
    if (valuesReceived === received) return;
    received = valuesReceived;
    later(QUIET_MS);
  });
}

/** How often to look. Hosts call functions some time after they were asked to recalculate. */
const LOOK_MS = 500;
const QUIET_LOOKS = 3;

/** Waits until no cell calculates and, unless paused, no question is pending, for a while. */
async function untilQuiet(
  { activity, clock }: Pick<WorkbookAnswersParts, 'activity' | 'clock'>,
  calculated: ReadonlySet<string>,
): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await new Promise<void>((resolve) => clock.schedule(LOOK_MS, resolve));
    const { waiting, inFlight, isPaused } = activity.snapshot();
    const isQuiet = calculated.size === before && (waiting + inFlight === 0 || isPaused);
    quiet = isQuiet ? quiet + 1 : 0;
    before = calculated.size;
  }
}

/** The answers that formulas got, except those that came from the workbook itself. */
function* usedRows(
  batches: readonly UsedBatch[],
  serviceOf: (kind: CallKind, batch: UsedBatch) => SnapshotService,
): Iterable<AnswerRow> {
  for (const batch of batches) {
    const services = { lookup: serviceOf('lookup', batch), score: serviceOf('score', batch) };
    for (const [key, answer] of batch.answers) {
      if (answer === undefined || answer.origin === 'workbook') continue;
      const { kind, fingerprint, name } = readKey(key);
      const value = answer.kind === 'found' ? answer.value : null;
      yield { fingerprint, name, service: services[kind], at: answer.at, value };
    }
  }
}

/** The questions that formulas ask, answered or not. */
function* askedQuestions(batches: readonly UsedBatch[]): Iterable<AnsweredQuestion> {
  for (const { answers } of batches) for (const key of answers.keys()) yield readKey(key);
}

function readKey(key: string): AnsweredQuestion & { readonly kind: CallKind } {
  const end = key.indexOf('\n');
  const subject = key.slice(end + 1);
  const { fingerprint, day } = questionFingerprint(subject);
  const kind = subject.startsWith('score') ? 'score' : 'lookup';
  return { kind, fingerprint, name: day ?? key.slice(0, end) };
}
