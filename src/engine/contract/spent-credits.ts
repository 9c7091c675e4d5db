/** Words that may stand between a statement and the credits it is about. */
const OF =
  '(?:(?:of|the|your|our|this|any|all|more|enough|sufficient|available|remaining|api|data|usage|prepaid|monthly|daily|account) )*';

/** Not a credit card, a credit union or a credit score: those say nothing about credits left. */
const CREDITS =
  '(?:credits\\b|credit(?=$|[^\\w\\s]| (?:balance|limit|left|remaining|available|on|for|to|in)\\b))';

const THEN =
  '(?:[\\s:=]+(?:balance|limit|quota|allowance|account|remaining|left|available|is|are|was|were|has|have|been|all|already|fully|now|too|on|for|in|this|your|the))*[\\s:=]+';

/** Phrases that use the same words to say that credits are not gone. */
const REASSURING = new RegExp(
  [
    "(?:\\bnot|n't|\\bnever)(?: \\w+){0,2} (?:out of|exhausted|depleted|used|spent|expired|exceeded)\\b",
    '\\b(?:no|0|zero) credits? (?:\\w+ ){0,2}(?:charged|deducted|debited|used|consumed|spent|taken|lost)\\b',
    '\\b(?:charg|consum|cost|deduct|spen|took|tak|us)\\w* (?:you )?(?:no|0|zero) credits?\\b',
  ].join('|'),
  'g',
);

const GONE = new RegExp(
  [
    `\\b(?:no|out of|insufficient|too few|low on|lack|lacks|lacking|needs? more|requires? more|without|exhausted|depleted|exceeded|exceeds|used up|(?:has|have|had|with) (?:0|zero)|(?:used|spent|consumed) all) ${OF}${CREDITS}`,
    `(?:\\bnot|n't)(?: \\w+){0,2} (?:have|enough|sufficient|any) ${OF}${CREDITS}`,
    `\\bcredits?${THEN}(?:exhausted|depleted|used up|utili[sz]ed|expired|insufficient|empty|zero|0(?:\\.0+)?(?![.,]?\\d)|low|exceeded|negative|finished|gone|over|required|needed|reached|run out|ran out|unavailable|not (?:enough|sufficient|available))\\b`,
    `(?:\\bzero|(?:^|[^\\w.,])0) ${OF}credits? (?:left|remaining|available)\\b`,
    `\\ball ${OF}credits?${THEN}(?:used|consumed|spent)\\b`,
  ].join('|'),
);

/**
 * Whether a service's message or code says that the account has no credits left, as in
 * "Insufficient credits" or `OUT_OF_CREDITS`. The word alone proves little: "No credits were
 * charged", a credit union among the names, an accredited place.
 */
export function saysCreditsAreGone(message: string): boolean {
  const text = message
    // A code is several words joined, and is alone in its field or in capitals. An attribute's name
    // is neither.
    .replace(/^[\w.-]+$|\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g, (code) => code.replace(/[_.-]+/g, ' '))
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll('’', "'")
    .toLowerCase();
  return text.includes('credit') && GONE.test(text.replace(REASSURING, ' '));
}
