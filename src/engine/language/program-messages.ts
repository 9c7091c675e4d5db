import type { CellMessage, ErrorCase, Quoting } from './cell-messages';

// scripts/make/cell-messages.mjs reads this file on its own, so it imports only types.

/** What programs say in place of a value; neither has a pane. */
export interface ProgramMessage {
  /** In a terminal and in the column `locus_error`: a cell's words, or its own where those are of the pane. */
  readonly terminal: Partial<CellMessage>;
  /**
   * A gateway's reply, to whatever asked it: a program, a warehouse's row, a model over MCP. The key
   * and the addresses are the gateway's own, so what is wrong with them is an administrator's to mend.
   */
  readonly gateway: Quoting;
}

/** What a person does to ask again: run a file's output through the command, or repeat a command. */
export const AGAIN = {
  file: 'run it again with this file as input',
  place: 'run it again',
} as const;

const ADDRESS = 'check the address of the service';
const AUTHORITIES = 'NODE_EXTRA_CA_CERTS';
const ASK_ADMINISTRATOR = 'An administrator can see why.';
const ASK_GATEWAY = "ask the gateway's administrator";
const INVALID: ProgramMessage = {
  terminal: { advice: 'check what you ask for' },
  gateway: 'An argument is not valid.',
};
const SPENT: ProgramMessage = {
  terminal: { advice: (_amount, when) => `wait until it resets at ${when}` },
  gateway: 'Your budget for calls is used up. See GET /v1/me for when it resets.',
};

type ProgramMessages = Readonly<Record<ErrorCase, ProgramMessage>>;

/** The one table from an error to what programs say. In a terminal, it is about a file's rows. */
export const PROGRAM_MESSAGES: ProgramMessages = messagesWith(AGAIN.file);

/** The same table for a command about one place, which has no file. */
export const PLACE_MESSAGES: ProgramMessages = messagesWith(AGAIN.place);

function messagesWith(again: string): ProgramMessages {
  const inAMoment = `wait a moment, then ${again}`;
  const atGateway: ProgramMessage = {
    terminal: { advice: `${again}, or ${ASK_GATEWAY}` },
    gateway: `The gateway before this one could not answer. ${ASK_ADMINISTRATOR}`,
  };
  const forAdministrator: ProgramMessage = { ...atGateway, terminal: {} };
  return {
    'invalid-argument': INVALID,
    'invalid-variable': INVALID,
    'invalid-variable/written': INVALID,
    'unknown-model': {
      terminal: { advice: 'check its ID' },
      gateway: 'There is no model of that identifier.',
    },
    'unknown-model/asked': {
      terminal: { advice: 'check its ID' },
      gateway: (model) => `The service has no model "${model}".`,
    },
    'key-refused': {
      terminal: { advice: 'check LOCUS_KEY or --key-file' },
      gateway: `The service refused the gateway's key. ${ASK_ADMINISTRATOR}`,
    },
    rejected: {
      terminal: { advice: 'check the place, the model, the date and the variables' },
      gateway: 'The service refused this request.',
    },
    'rejected/too-large': {
      terminal: { advice: 'shorten the address or the variables' },
      gateway: 'The request is too large for the service.',
    },
    'rejected/reason': {
      terminal: { advice: 'check what you ask for' },
      gateway: (reason) => reason ?? '',
    },
    'rejected/attribute': {
      terminal: { advice: 'check the spelling and the place' },
      gateway: (name) => `The service refused "${name}" at this place.`,
    },
    'no-value': {
      terminal: { advice: 'check what you ask for' },
      gateway: 'There is no value here.',
    },
    'no-value/meant': {
      terminal: { advice: (meant) => `did you mean "${meant}"?` },
      gateway: (meant) => `There is no value of this name. Did you mean "${meant}"?`,
    },
    'no-value/score': {
      terminal: { advice: 'check the place and the model' },
      gateway: 'There is no score here.',
    },
    'no-key': {
      terminal: { finding: 'No API key', advice: 'set LOCUS_KEY, or use --key-file' },
      gateway: `The gateway has no key for the service. ${ASK_ADMINISTRATOR}`,
    },
    'out-of-credits': {
      terminal: { advice: `add credits, then ${again}` },
      gateway: "The gateway's account has no credits left.",
    },
    held: {
      terminal: { advice: 'ask the person who approves your calls' },
      gateway: 'These calls wait for approval.',
    },
    // Without a status, the limit is that of the command line.
    'over-budget': {
      terminal: { finding: 'Not asked, because of --max-calls', advice: again },
      gateway: 'Your budget for calls is used up. See GET /v1/me for when it resets.',
    },
    'over-budget/your-day': SPENT,
    'over-budget/your-month': SPENT,
    'over-budget/shared-day': SPENT,
    'over-budget/shared-month': SPENT,
    'over-budget/gateway': {
      terminal: { advice: `allow more calls, then ${again}` },
      gateway: 'Your budget for calls is used up. See GET /v1/me for when it resets.',
    },
    previewing: { terminal: { advice: again }, gateway: 'This was not asked.' },
    throttled: {
      terminal: { advice: inAMoment },
      gateway: 'The service is busy. Try again soon.',
    },
    offline: { terminal: { advice: again }, gateway: 'The gateway cannot reach the service.' },
    'offline/failing': {
      terminal: { advice: inAMoment },
      gateway: (status) => `The service isn't working (status ${status}). Try again soon.`,
    },
    'offline/cut': {
      terminal: { advice: again },
      gateway: "The service's reply broke off. Try again.",
    },
    'timed-out': {
      terminal: { advice: again },
      gateway: 'The service did not answer in time. Try again.',
    },
    'timed-out/status': {
      terminal: { advice: again },
      gateway: (status) => `The service ran out of time (status ${status}). Try again.`,
    },
    'timed-out/cut': {
      terminal: { advice: again },
      gateway: "The service's reply broke off. Try again.",
    },
    'service-failed': {
      terminal: { advice: inAMoment },
      gateway: 'The service failed. Try again soon.',
    },
    'service-failed/status': {
      terminal: { advice: inAMoment },
      gateway: (status) => `The service failed (status ${status}). Try again soon.`,
    },
    'service-failed/refused': {
      terminal: { advice: ADDRESS },
      gateway: (status) =>
        `The service does not accept this request (status ${status}). ${ASK_ADMINISTRATOR}`,
    },
    'wrong-address': {
      terminal: { advice: ADDRESS },
      gateway: `The gateway's address of the service is not valid. ${ASK_ADMINISTRATOR}`,
    },
    'wrong-address/status': {
      terminal: { advice: ADDRESS },
      gateway: (status) =>
        `The service is not at its address (status ${status}). ${ASK_ADMINISTRATOR}`,
    },
    untrusted: {
      terminal: {
        advice: `check its address, or name its authority's certificate in ${AUTHORITIES}`,
      },
      gateway: `The service has no certificate that the gateway trusts. An administrator can check the address, or name its authority's certificate in ${AUTHORITIES}.`,
    },
    'unreadable-reply': {
      terminal: { advice: ADDRESS },
      gateway: "The gateway cannot read the service's reply. Try again soon.",
    },
    'unreadable-reply/redirect': {
      terminal: { advice: ADDRESS },
      gateway: (origin) => `The service redirects to ${origin}, and nothing is sent there.`,
    },
    'unreadable-reply/elsewhere': {
      terminal: { advice: ADDRESS },
      gateway: 'The service redirects elsewhere, and nothing is sent there.',
    },
    'gateway-failed': atGateway,
    'gateway-failed/held': forAdministrator,
    'gateway-failed/out-of-credits': forAdministrator,
    'gateway-failed/upstream-refused-key': forAdministrator,
    'gateway-failed/shared-store-down': { ...atGateway, terminal: { advice: inAMoment } },
    'gateway-failed/store-forgot': forAdministrator,
    'gateway-failed/unknown-outcome': atGateway,
    'gateway-failed/unreadable-reply': atGateway,
    'gateway-failed/wrong-address': forAdministrator,
    'gateway-failed/untrusted': forAdministrator,
    'gateway-failed/unreachable': { ...atGateway, terminal: { advice: inAMoment } },
    cancelled: {
      terminal: { advice: again },
      gateway: 'The service did not answer in time. Try again.',
    },
  };
}
