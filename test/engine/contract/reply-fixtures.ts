/** Replies that services have been seen to send, or can be expected to. */
export interface ReplyFixture {
  readonly httpStatus?: number;
  readonly text: string;
  readonly retryAfter?: string;
}

const json = (value: unknown) => JSON.stringify(value);

/** Asked for: `a` and `b`. */
export const ANSWERED_LOOKUPS: Readonly<
  Record<string, ReplyFixture & { readonly values: readonly (number | null)[] }>
> = {
  'the bare form': { text: json({ data: { a: 1, b: 2.5 }, status: 200 }), values: [1, 2.5] },
  'the bare form without a status': { text: json({ data: { a: 1, b: 2 } }), values: [1, 2] },
  'the wrapped form': {
    text: json({ status: 200, body: { data: { a: 1, b: 2 }, status: 200 } }),
    values: [1, 2],
  },
  'a body that is a text': {
    text: json({ statusCode: 200, body: json({ data: { a: 1, b: 2 }, status: 200 }) }),
    values: [1, 2],
  },
  'a body that is a text twice over': {
    text: json({ statusCode: 200, body: json(json({ data: { a: 1, b: 2 } })) }),
    values: [1, 2],
  },
  'the whole reply as a text': { text: json(json({ data: { a: 1, b: 2 } })), values: [1, 2] },
  'a wrapper in a wrapper': {
    text: json({
      statusCode: 200,
      body: json({ statusCode: 200, body: { data: { a: 1, b: 2 } } }),
    }),
    values: [1, 2],
  },
  'a byte order mark and white space': {
    text: '\ufeff\r\n {"data":{"a":1,"b":2}}\n',
    values: [1, 2],
  },
  'a status as text': { text: json({ data: { a: 1, b: 2 }, status: '200' }), values: [1, 2] },
  'a status in words, which states nothing': {
    text: json({ data: { a: 1, b: 2 }, status: 'OK' }),
    values: [1, 2],
  },
  'another successful status': {
    text: json({ data: { a: 1, b: 2 }, status: 206 }),
    values: [1, 2],
  },
  'an HTTP failure around an inner success': {
    httpStatus: 500,
    text: json({ data: { a: 1, b: 2 }, status: 200 }),
    values: [1, 2],
  },
  'statusCode before the outer status': {
    text: json({ statusCode: 200, status: 500, body: { data: { a: 1, b: 2 } } }),
    values: [1, 2],
  },
  'a value that is not there, said so beside a failing status': {
    httpStatus: 500,
    text: json({ data: { a: null }, status: 200 }),
    values: [null, null],
  },
  'the inner status before the outer': {
    text: json({ status: 500, body: { data: { a: 1, b: 2 }, status: 200 } }),
    values: [1, 2],
  },
  'an absent name': { text: json({ data: { a: 1 }, status: 200 }), values: [1, null] },
  'a null': { text: json({ data: { a: null, b: 0 }, status: 200 }), values: [null, 0] },
  'no name at all': { text: json({ data: {}, status: 200 }), values: [null, null] },
  'extra names': { text: json({ data: { c: 3, a: 1, b: 2 }, status: 200 }), values: [1, 2] },
  'numbers as text': { text: json({ data: { a: '12.5', b: ' -1e3 ' } }), values: [12.5, -1000] },
  'a percentage over 100': { text: json({ data: { a: 104.2, b: '1e3' } }), values: [104.2, 1000] },
  'not finite as text': { text: json({ data: { a: 'inf', b: 'NaN' } }), values: [null, null] },
  'not finite as bare words': {
    text: '{"data": {"a": NaN, "b": 2, "c": -Infinity, "d": inf}, "status": 200}',
    values: [null, 2],
  },
  'a bare word in a wrapped text': {
    text: json({ statusCode: 200, body: '{"data":{"a":NaN,"b":2,"n":"NaN \\" inf"}}' }),
    values: [null, 2],
  },
  'numbers beyond all bounds': { text: '{"data":{"a":1e999,"b":"-1e999"}}', values: [null, null] },
  'blanks and a null in words': {
    text: json({ data: { a: ' ', b: 'NULL' } }),
    values: [null, null],
  },
  'a negative zero': { text: '{"data":{"a":-0,"b":"-0"}}', values: [0, 0] },
};

/** Replies to either operation without an answer: the code, and the status it is judged by. */
export const FAILED_REPLIES: Readonly<
  Record<string, ReplyFixture & { readonly code: string; readonly status: number }>
> = {
  'bad input': { httpStatus: 400, text: json({ message: 'bad' }), code: 'rejected', status: 400 },
  'a 200 around a 400': { text: json({ status: 400 }), code: 'rejected', status: 400 },
  'a 200 around a 401': {
    text: json({ statusCode: 401, body: json({ message: 'no' }) }),
    code: 'key-refused',
    status: 401,
  },
  'a 200 around a 403': {
    text: json({ status: 200, body: { status: 403, message: 'Forbidden' } }),
    code: 'key-refused',
    status: 403,
  },
  'a 200 around a 429 as text': {
    text: json({ body: { status: '429' } }),
    code: 'throttled',
    status: 429,
  },
  'a statusCode 200 around a 403 without data': {
    text: json({ statusCode: 200, body: { status: 403 } }),
    code: 'key-refused',
    status: 403,
  },
  'a status 200 around a statusCode 400 without data': {
    text: json({ status: 200, body: { statusCode: 400 } }),
    code: 'rejected',
    status: 400,
  },
  'a failing statusCode with data all the same': {
    text: json({ statusCode: 400, body: { data: { a: 1 }, score: 1, status: 200 } }),
    code: 'rejected',
    status: 400,
  },
  'an inner failure beside data, within a statusCode of success': {
    text: json({ statusCode: 200, body: { status: 429, data: { a: 0, b: 1 }, score: 0 } }),
    code: 'throttled',
    status: 429,
  },
  'an inner failure beside data, in a text': {
    text: json({ status: 200, body: json({ status: '401', data: { a: 0 }, score: 0 }) }),
    code: 'key-refused',
    status: 401,
  },
  'a failing status beside a statusCode of success': {
    text: json({ statusCode: 200, status: 503, data: { a: 0 }, score: 0 }),
    code: 'unavailable',
    status: 503,
  },
  'a failing inner statusCode beside data': {
    text: json({ status: 200, body: { statusCode: 400, data: { a: 0 }, score: 0 } }),
    code: 'rejected',
    status: 400,
  },
  'a failure two wrappers deep': {
    text: json({
      statusCode: 200,
      body: json({ statusCode: 200, body: { status: 429, data: { a: 0 }, score: 0 } }),
    }),
    code: 'throttled',
    status: 429,
  },
  'a failure in a word': {
    text: json({ status: 'error', data: { a: 0 }, score: 0 }),
    code: 'unreadable-reply',
    status: 200,
  },
  'a failure in a word beside its status': {
    httpStatus: 400,
    text: json({ status: 'fail', data: { variables: 'bad' } }),
    code: 'rejected',
    status: 400,
  },
  'a key refused': { httpStatus: 401, text: '', code: 'key-refused', status: 401 },
  'a firewall without a word': {
    httpStatus: 403,
    text: '\r\n',
    code: 'service-failed',
    status: 403,
  },
  'a key forbidden': {
    httpStatus: 403,
    text: json({ message: 'Forbidden' }),
    code: 'key-refused',
    status: 403,
  },
  'empty data beside a failure that is stated': {
    text: json({ statusCode: 200, body: { status: 429, data: {} } }),
    code: 'throttled',
    status: 429,
  },
  'empty data that a broken service calls a success': {
    httpStatus: 500,
    text: json({ data: {}, status: 200 }),
    code: 'service-failed',
    status: 500,
  },
  'a time-out of the service': { httpStatus: 408, text: '', code: 'timed-out', status: 408 },
  'too large': { httpStatus: 413, text: '<html>', code: 'rejected', status: 413 },
  'not to be processed': { httpStatus: 422, text: '{}', code: 'rejected', status: 422 },
  'another way of asking wanted': {
    httpStatus: 405,
    text: '',
    code: 'wrong-address',
    status: 405,
  },
  'slow down': { httpStatus: 429, text: '', code: 'throttled', status: 429 },
  'a broken service': { httpStatus: 500, text: 'oops', code: 'service-failed', status: 500 },
  'an HTML page of a proxy': {
    httpStatus: 502,
    text: '<!doctype html><h1>Bad gateway</h1>',
    code: 'service-failed',
    status: 502,
  },
  'a service away for a while': { httpStatus: 503, text: '', code: 'unavailable', status: 503 },
  'a 200 around a 503': { text: json({ status: 503 }), code: 'unavailable', status: 503 },
  'a gateway that waited in vain': {
    httpStatus: 504,
    text: '<html></html>',
    code: 'service-failed',
    status: 504,
  },
  'an HTML page with a refusal': {
    httpStatus: 401,
    text: '<html>Sign in</html>',
    code: 'unreadable-reply',
    status: 401,
  },
  'an HTML page with success': {
    text: '<html><body>Welcome</body></html>',
    code: 'unreadable-reply',
    status: 200,
  },
  'an empty body': { text: '', code: 'unreadable-reply', status: 200 },
  'white space': { text: ' \n', code: 'unreadable-reply', status: 200 },
  'half a body': {
    text: '{"data":{"a":1,"b":',
    code: 'unreadable-reply',
    status: 200,
  },
  'half a body in a whole wrapper': {
    text: json({ statusCode: 200, body: '{"status":200,"data":{"a":1,"sco' }),
    code: 'unreadable-reply',
    status: 200,
  },
  'an empty object': { text: '{}', code: 'unreadable-reply', status: 200 },
  'a list': { text: '[{"data":{"a":1},"score":1}]', code: 'unreadable-reply', status: 200 },
  'a number': { text: '5', code: 'unreadable-reply', status: 200 },
  null: { text: 'null', code: 'unreadable-reply', status: 200 },
  'a message only': {
    text: json({ message: 'hello' }),
    code: 'unreadable-reply',
    status: 200,
  },
  'no content': { httpStatus: 204, text: '', code: 'unreadable-reply', status: 204 },
  'not modified': { httpStatus: 304, text: '', code: 'unreadable-reply', status: 304 },
};
