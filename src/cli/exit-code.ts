/** The exit codes of this program. */
export const EXIT = {
  done: 0,
  /** The command was not understood or cannot be carried out: nothing was written. */
  usage: 1,
  someFailed: 2,
  overBudget: 3,
  /** The same command resumes where this one stopped. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
