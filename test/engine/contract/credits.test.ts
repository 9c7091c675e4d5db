import { decodeLookupReply } from '../../../src/engine/contract/lookup-reply';
import { decodeScoreReply } from '../../../src/engine/contract/score-reply';

/** Names, an address and a model id that a message may repeat. */
const NAMES = ['p_credit_union_np', 'p_no_credits_ct', 'credits', 'a.*(b'];
const ADDRESS = 'Out of Credits Bar, 3 Credit Suisse Road';

type Body = string | object;
const GONE: readonly (readonly [number, Body])[] = [
  // By status alone.
  [402, ''],
  [402, {}],
  [402, '<html>Payment required</html>'],
  [200, { status: 402 }],
  [200, { statusCode: 200, body: { status: 402, data: { a: 1 } } }],
  // By a message.
  [403, { message: 'Insufficient credits' }],
  [403, { message: 'No CREDITS left' }],
  [403, { status: 403, message: 'Your account has run out of credits.' }],
  [403, { status: 403, message: 'This key has no credits left for this call.' }],
  [403, { message: 'The key does not have available credits' }],
  [401, { message: "Key isn't authorised or doesn’t have enough API credits." }],
  [400, { error: 'Insufficient Credit' }],
  [
    400,
    {
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the API.',
      },
    },
  ],
  [403, { errors: [{ detail: 'You have exhausted the API Credits available in this cycle.' }] }],
  [403, { error: { message: 'You lack sufficient credits to make this request.' } }],
  [
    403,
    {
      detail: {
        status: 'quota',
        message: 'You have 12 credits remaining, while 50 credits are required.',
      },
    },
  ],
  [403, { title: 'You do not have enough credit.', type: 'https://example.com/probs/account' }],
  [429, { detail: 'credits used up for today' }],
  [429, { message: 'Monthly credit limit reached' }],
  [403, { message: 'Your credits have expired.' }],
  [403, { message: 'All your credits have been consumed' }],
  [403, { message: 'Credits exhausted for p_credit_union_np' }],
  [403, { message: 'Credits remaining: 0' }],
  [403, { message: 'You have 0 credits.' }],
  [403, { reason: 'Request not processed: credits exhausted' }],
  [500, { errorMessage: 'Requires more credits' }],
  // By a code.
  [500, { error: { detail: [{ code: 'OUT_OF_CREDITS' }] } }],
  [400, { error: { code: 'insufficient_credits' } }],
  [403, { code: 'InsufficientCredits' }],
  [403, { errorCode: 'credits-exhausted' }],
  [403, { error_code: 'CREDIT_LIMIT_EXCEEDED' }],
  [403, { status: 'NO_CREDITS' }],
  [403, { message: 'Refused (OUT_OF_CREDITS), see the docs' }],
  // By a number.
  [403, { message: 'Forbidden', creditsRemaining: 0 }],
  [403, { message: 'Forbidden', credit_balance: 0 }],
  // In a wrapper.
  [200, { statusCode: 403, body: 'credits exhausted' }],
  [200, { statusCode: 403, body: JSON.stringify({ message: 'no more credits' }) }],
  [200, { status: 403, body: { data: { message: 'No credits' } } }],
];

const NOT_GONE: readonly (readonly [number, Body, string])[] = [
  // Pages and plain text, whatever they say and whatever their status.
  [403, '<html><body>Hotel wifi: pay by credit card</body></html>', 'unreadable-reply'],
  [403, '<html><body>Insufficient credits</body></html>', 'unreadable-reply'],
  [401, '\ufeff\n <!DOCTYPE html><p>No credits left. Sign in.', 'unreadable-reply'],
  [403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'unreadable-reply'],
  [404, '<html><body>Not found. <a>Photo credits</a></body></html>', 'wrong-address'],
  [502, '<html><!-- out of credits --><body>Bad gateway</body></html>', 'service-failed'],
  [503, '<html>No credits</html>', 'unavailable'],
  [403, 'Your account has no credits.', 'key-refused'],
  [403, '{"message":"credits exha', 'key-refused'],
  [200, { statusCode: 403, body: '<p>Insufficient credits</p>' }, 'key-refused'],
  [500, { message: '<html>out of credits</html>' }, 'service-failed'],
  [403, '["no credits"]', 'key-refused'],
  // Names and echoes.
  [400, { message: 'Unknown variable w_pop. Known: w_pop_tt, p_credit_union_np' }, 'rejected'],
  [400, { message: 'Unknown variable: p_no_credits_ct' }, 'rejected'],
  [400, { message: 'p_no_credits_ct' }, 'rejected'],
  [400, { message: 'Unknown', detail: 'P_NO_CREDITS_CT' }, 'rejected'],
  [400, { message: 'No "credits" here' }, 'rejected'],
  [400, { message: `Nothing at ${ADDRESS}` }, 'rejected'],
  [400, { message: 'No out of credits bar, 3 credit suisse road' }, 'rejected'],
  [400, { message: 'Bad', input: { note: 'no credits' } }, 'rejected'],
  // Other words with the same letters, and other kinds of credit.
  [400, { message: 'This address is not in the accredited area' }, 'rejected'],
  [400, { message: 'No accredited hospital here' }, 'rejected'],
  [400, { message: 'No credit union at this place' }, 'rejected'],
  [403, { message: 'No credit card on file' }, 'key-refused'],
  [400, { message: 'There is no credit score model of that name' }, 'rejected'],
  // Messages about credits that are still there.
  [429, { status: 429, message: 'Slow down. Your credits are not affected.' }, 'throttled'],
  [429, { message: 'Too many requests. No credits were charged.' }, 'throttled'],
  [429, { message: 'This call used no credits' }, 'throttled'],
  [429, { message: 'Try again. 0 credits have been deducted' }, 'throttled'],
  [429, { message: 'Rate limit exceeded. Remaining credits: 5,000' }, 'throttled'],
  [429, { message: 'Your credits are not exhausted, only slow down' }, 'throttled'],
  [429, { message: 'You are not out of credits' }, 'throttled'],
  [500, { message: 'Failed. You still have 10 credits left.' }, 'service-failed'],
  [500, { message: 'Failed. Credits remaining: 0.5' }, 'service-failed'],
  [500, { message: 'Failed. 5.0 credits left' }, 'service-failed'],
  [503, { message: 'The credits service is away' }, 'unavailable'],
  [400, { creditsRemaining: 17, message: 'bad' }, 'rejected'],
  [400, { creditsCharged: 0, message: 'bad' }, 'rejected'],
  [403, { credits: 'none of your business' }, 'key-refused'],
  [200, { status: 200, message: 'Insufficient credits' }, 'unreadable-reply'],
];

const reply = (httpStatus: number, body: Body) => ({
  httpStatus,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  now: 0,
});
const lookup = (httpStatus: number, body: Body) =>
  decodeLookupReply(reply(httpStatus, body), NAMES, [ADDRESS]);

describe('credits', () => {
  it.each(GONE)('are gone where %d comes with %j', (httpStatus, body) => {
    expect(lookup(httpStatus, body)).toMatchObject({ code: 'out-of-credits' });
    expect(decodeScoreReply(reply(httpStatus, body))).toMatchObject({ code: 'out-of-credits' });
  });

  it.each(NOT_GONE)('are not gone where %d comes with %j: %s', (httpStatus, body, code) => {
    expect(lookup(httpStatus, body)).toMatchObject({ kind: 'failed', code });
  });

  it('are not gone if data came, whatever the reply says besides', () => {
    const body = { status: 200, data: { credits: 5 }, message: 'No credits left after this' };
    expect(lookup(200, body)).toMatchObject({ kind: 'answered' });
  });
});
