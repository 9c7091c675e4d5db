/** What a program that started this one is told. */
export const EXIT = {
  done: 0,
  /** Not understood, or not to be done: nothing was written. */
  usage: 1,
  someFailed: 2,
  overBudget: 3,
  /** The same command goes on where this one was. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
