import type {
  AnswersSaving,
  CarriedAnswers,
  WorkbookAnswers,
} from '../../../src/addin/spreadsheet/workbook-answers';

export interface FakeWorkbookAnswers {
  readonly answers: WorkbookAnswers;
  readonly acts: string[];
  show(change: Partial<CarriedAnswers>): void;
  /** What comes of all that is done from now on. */
  answer(saving: AnswersSaving): void;
}

export const nothingCarried: CarriedAnswers = {
  reading: { kind: 'read' },
  answers: 0,
  subjects: 0,
  services: [],
  savedAt: 0,
  bytes: 0,
  damaged: 0,
  newer: 0,
  isTooMuch: false,
  isLeftOut: false,
  isAll: false,
  savesAutomatically: false,
  wantsToSave: false,
  doing: undefined,
  trouble: undefined,
};

/** A workbook's answers that do as they are told, and write it down. */
export function createFakeWorkbookAnswers(): FakeWorkbookAnswers {
  const listeners = new Set<() => void>();
  const acts: string[] = [];
  let state = nothingCarried;
  let saving: AnswersSaving = { kind: 'saved', isChanged: true, isComplete: true };
  const show = (change: Partial<CarriedAnswers>): void => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const act = (what: string, change: Partial<CarriedAnswers> = {}): Promise<AnswersSaving> => {
    acts.push(what);
    if (saving.kind === 'saved') show(change);
    return Promise.resolve(saving);
  };
  return {
    acts,
    show,
    answer: (next) => void (saving = next),
    answers: {
      current: () => state,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      read: () => Promise.resolve(),
      save: () => act('save'),
      lacksShown: () => Promise.resolve(false),
      calculateAndSave: () => act('calculate and save'),
      leaveOut: (isLeftOut) => act(`leave out: ${isLeftOut}`, { isLeftOut }),
      saveAutomatically: (isOn) => act(`by themselves: ${isOn}`, { savesAutomatically: isOn }),
    },
  };
}
