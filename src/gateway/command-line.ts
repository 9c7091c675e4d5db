import { parseArgs } from 'node:util';

/** What a command needs from outside. */
export interface CommandPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line in the terminal. */
  write(line: string): void;
}

/**
 * Administration from a shell: the same as by JSON, against a gateway that runs. The token comes
 * from the environment, so that it is in no list of processes.
 *
 * @returns the exit code: 0 done, 1 not done, 2 not understood.
 */
export async function runCommand(args: readonly string[], ports: CommandPorts): Promise<number> {
  const { write, environment } = ports;
  const { values, positionals } = parse(args);
  const [thing = '', verb = ''] = positionals;
  const command = COMMANDS[`${thing} ${verb}`] ?? COMMANDS[thing];
  if (command === undefined || values['help'] === true) {
    for (const line of HELP) write(line);
    return values['help'] === true ? 0 : 2;
  }
  const rest = positionals.slice(COMMANDS[thing] === undefined ? 2 : 1);
  const address = environment['LOCUS_ADMIN_URL'] ?? 'http://127.0.0.1:8081';
  const send: Send = async (method, path, body) => {
    const response = await fetch(`${address}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${environment['LOCUS_ADMIN_TOKEN'] ?? ''}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) throw new Error(`No gateway answers at ${address}.`);
    const json = (await response.json().catch(() => ({}))) as Reply;
    if (!response.ok) throw new Error(String(json['message'] ?? `status ${response.status}`));
    return json;
  };
  try {
    for (const line of await command(send, rest, values as Options)) write(line);
    return 0;
  } catch (error) {
    write(error instanceof Error ? error.message : 'It did not work.');
    return error instanceof NotUnderstood ? 2 : 1;
  }
}

type Reply = Readonly<Record<string, unknown>>;
type Send = (method: string, path: string, body?: object) => Promise<Reply>;
type Options = Readonly<Record<string, string | undefined>>;
type Command = (
  send: Send,
  rest: readonly string[],
  options: Options,
) => Promise<readonly string[]>;

class NotUnderstood extends Error {}

const COMMANDS: Readonly<Record<string, Command>> = {
  'team add': async (send, [name]) => [idOf(await send('POST', '/teams', { name: given(name) }))],
  'people add': async (send, [name], { team, role }) => [
    idOf(await send('POST', '/people', { name: given(name), team, role })),
  ],
  'people list': async (send) =>
    rowsOf(await send('GET', '/people'), 'people').map(({ id, name, teamName, role }) =>
      [id, name, teamName ?? '', role].join('\t'),
    ),
  'token new': async (send, [person], { label, expires, use }) => {
    const body = { label, use, expiresAt: expires };
    const { token } = await send(
      'POST',
      `/people/${encodeURIComponent(given(person))}/tokens`,
      body,
    );
    return [String(token)];
  },
  'token revoke': async (send, [token]) => [
    idOf(await send('DELETE', `/tokens/${encodeURIComponent(given(token))}`)),
  ],
  'budget set': async (send, [of, id], options) => {
    const owned = given(of);
    if (owned !== 'account') given(id);
    const path = encodeURIComponent(id ?? '');
    const owner = new Map([
      ['person', `people/${path}`],
      ['team', `teams/${path}`],
      ['account', 'account'],
    ]).get(owned);
    if (owner === undefined) throw new NotUnderstood('Say person ID, team ID or account.');
    const body = {
      callsPerDay: count(options['day']),
      callsPerMonth: count(options['month']),
      pricePerDay: amount(options['price-day']),
      pricePerMonth: amount(options['price-month']),
    };
    return [JSON.stringify(await send('PUT', `/${owner}/budget`, body))];
  },
  usage: async (send, _rest, { day }) => {
    const usage = await send('GET', day === undefined ? '/usage' : `/usage?day=${day}`);
    const account = { id: 'account', name: '', ...(usage['account'] as Reply | undefined) };
    return [account, ...rowsOf(usage, 'teams'), ...rowsOf(usage, 'people')].map(
      ({ id, name, charged, booked, reserved, price }: Reply) =>
        [id, name, charged, booked, reserved, price].join('\t'),
    );
  },
  backup: async (send) => [String((await send('POST', '/backup'))['folder'])],
};

const HELP = [
  'locus-gateway                                       starts the gateway',
  'locus-gateway team add NAME',
  'locus-gateway people add NAME [--team TEAM] [--role ROLE]',
  'locus-gateway people list',
  'locus-gateway token new PERSON [--label TEXT] [--expires TIME] [--use administration]',
  'locus-gateway token revoke TOKEN',
  'locus-gateway budget set person ID | team ID | account [--day N] [--month N]',
  '                         [--price-day AMOUNT] [--price-month AMOUNT]',
  'locus-gateway usage [--day YYYY-MM-DD]       id, name, charged, booked, reserved, price',
  'locus-gateway backup',
  'LOCUS_ADMIN_TOKEN is the token; LOCUS_ADMIN_URL the address (http://127.0.0.1:8081).',
];

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: {
      help: { type: 'boolean' },
      team: text,
      role: text,
      label: text,
      expires: text,
      use: text,
      day: text,
      month: text,
      'price-day': text,
      'price-month': text,
    },
  });
}

function given(text: string | undefined): string {
  if (text === undefined || text === '') throw new NotUnderstood('Something is missing: --help.');
  return text;
}

function count(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new NotUnderstood('A budget is a whole number of calls.');
  return Number(text);
}

function amount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new NotUnderstood('A price is a number such as 12.50.');
  return Number(text);
}

function idOf(reply: Reply): string {
  return String(reply['id']);
}

function rowsOf(reply: Reply, name: string): readonly Reply[] {
  return (reply[name] ?? []) as readonly Reply[];
}
