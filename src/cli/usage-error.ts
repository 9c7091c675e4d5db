/** The command cannot be carried out as it was given; the message is for people. */
export class UsageError extends Error {}
