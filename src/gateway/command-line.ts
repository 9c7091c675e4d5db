import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import facts from '../../package.json';

/** What a command needs from outside. */
export interface CommandPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  write(line: string): void;
  /** Says what went wrong, apart from what scripts read. */
  complain(line: string): void;
  /** Makes an administrator's token in the gateway's own data. Resolves with the token. */
  recover(): Promise<string>;
}

/**
 * Administers a running gateway from a shell, through its JSON API. The token comes from the
 * environment, so that no list of processes shows it.
 *
 * @returns the exit code: 0 done, 1 not done, 2 not understood.
 */
export async function runCommand(args: readonly string[], ports: CommandPorts): Promise<number> {
  try {
    await createProgram(ports).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    ports.complain(error instanceof Error ? error.message : 'It did not work.');
    return 1;
  }
}

/** An unknown option or argument ends the program: a misspelt limit must not mean no limit. */
function createProgram(ports: CommandPorts): Command {
  const { write, complain } = ports;
  const line = (text: string): string => text.replace(/\n$/, '');
  const send = sender(ports.environment);
  const program = new Command('locus-gateway')
    .version(facts.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(line(text)),
      writeErr: (text) => complain(line(text)),
    })
    .helpCommand(false)
    .showHelpAfterError();
  program.helpInformation = () => HELP.join('\n');
  const [team, people, token, budget] = ['team', 'people', 'token', 'budget'].map((name) =>
    program.command(name),
  ) as [Command, Command, Command, Command];

  team
    .command('add')
    .argument('<name>', 'name of the team', given)
    .action(async (name: string) => write(idOf(await send('POST', '/teams', { name }))));
  team
    .command('weight')
    .argument('<team>', 'ID or name of the team', given)
    .argument('<weight>', 'calls in one turn', weight)
    .action(async (id: string, own: number) =>
      write(idOf(await send('PATCH', `/teams/${encodeURIComponent(id)}`, { weight: own }))),
    );
  people
    .command('add')
    .argument('<name>', 'name of the person', given)
    .option('--team <name>', 'team of the person')
    .option('--role <role>', 'what the person may do')
    .action(async (name: string, options: Options) =>
      write(idOf(await send('POST', '/people', { name, ...options }))),
    );
  people.command('list').action(async () => {
    for (const { id, name, teamName, role } of rowsOf(await send('GET', '/people'), 'people')) {
      write([id, name, teamName ?? '', role].join('\t'));
    }
  });
  token
    .command('new')
    .argument('<person>', 'ID of its person', given)
    .option('--label <text>', 'what it is for')
    .option('--expires <time>', 'when it expires')
    .option('--use <use>', 'service, or administration')
    .action(async (person: string, { label, expires, use }: Options) => {
      const path = `/people/${encodeURIComponent(person)}/tokens`;
      const made = await send('POST', path, { label, use, expiresAt: expires });
      write(fieldOf(made, 'token'));
    });
  token
    .command('list')
    .option('--person <id>', 'only tokens of this person')
    .action(async ({ person }: Options) => {
      const path = person === undefined ? '' : `/people/${encodeURIComponent(person)}`;
      let after: unknown = '';
      while (typeof after === 'string') {
        const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
        const page = await send('GET', `${path}/tokens${query}`);
        for (const { id, person: owner, label, use, expiresAt, revokedAt } of rowsOf(
          page,
          'tokens',
        )) {
          write([id, owner, label, use, standingOf(expiresAt, revokedAt)].join('\t'));
        }
        after = page['next'];
      }
    });
  token
    .command('rotate')
    .argument('<token>', 'ID of the token', given)
    .option('--overlap <time>', 'how long the old one still works, such as 24h')
    .action(async (id: string, { overlap }: Options) => {
      const path = `/tokens/${encodeURIComponent(id)}/rotate`;
      write(fieldOf(await send('POST', path, { overlap }), 'token'));
    });
  token
    .command('revoke')
    .argument('<token>', 'ID of the token', given)
    .action(async (id: string) =>
      write(idOf(await send('DELETE', `/tokens/${encodeURIComponent(id)}`))),
    );
  const set = budget
    .command('set')
    .addArgument(new Argument('<owner>', 'whose budget it is').choices(Object.keys(OWNERS)))
    .argument('[id]', 'ID of the person or team', given)
    .option('--day <calls>', 'calls a day', calls)
    .option('--month <calls>', 'calls a month', calls)
    .option('--price-day <amount>', 'price a day', amount)
    .option('--price-month <amount>', 'price a month', amount)
    .option('--no-limit', 'lifts every limit')
    .action(async (owner: string, id: string | undefined, options: Budget) => {
      if ((owner === 'account') !== (id === undefined)) {
        set.error('error: say person ID, team ID or account');
      }
      const { day, month, priceDay, priceMonth } = options;
      const given = [day, month, priceDay, priceMonth].some((limit) => limit !== undefined);
      if (given !== options.limit) set.error('error: say what the limits are, or --no-limit');
      const path = `${OWNERS[owner] ?? ''}${encodeURIComponent(id ?? '')}/budget`;
      const reply = await send('PUT', path, {
        callsPerDay: day,
        callsPerMonth: month,
        pricePerDay: priceDay,
        pricePerMonth: priceMonth,
      });
      write(JSON.stringify(reply));
    });
  program
    .command('usage')
    .option('--day <date>', 'a day, such as 2026-11-21')
    .action(async ({ day }: Options) => {
      const query = day === undefined ? '' : `?day=${encodeURIComponent(day)}`;
      const usage = await send('GET', `/usage${query}`);
      const account = { id: 'account', name: '', ...(usage['account'] as Reply | undefined) };
      const rows: readonly Reply[] = [
        account,
        ...rowsOf(usage, 'teams'),
        ...rowsOf(usage, 'people'),
      ];
      for (const { id, name, charged, booked, reserved, price } of rows) {
        write([id, name, charged, booked, reserved, price].join('\t'));
      }
    });
  program
    .command('admin')
    .command('recover')
    .action(async () => write(`administrator's token, shown only now: ${await ports.recover()}`));
  program
    .command('store')
    .command('confirm')
    .action(async () => write(fieldOf(await send('POST', '/store/confirm'), 'status')));
  program
    .command('backup')
    .action(async () => write(fieldOf(await send('POST', '/backup'), 'folder')));
  return program;
}

type Reply = Readonly<Record<string, unknown>>;
type Send = (method: string, path: string, body?: object) => Promise<Reply>;
type Options = Readonly<Record<string, string | undefined>>;

interface Budget {
  /** False for `--no-limit`. */
  readonly limit: boolean;
  readonly day?: number;
  readonly month?: number;
  readonly priceDay?: number;
  readonly priceMonth?: number;
}

/** The beginning of the path to each owner's budget. */
const OWNERS: Readonly<Record<string, string>> = {
  person: '/people/',
  team: '/teams/',
  account: '/account',
};

const HELP = [
  'locus-gateway                                       starts the gateway',
  'locus-gateway team add NAME',
  'locus-gateway team weight TEAM N            calls in one turn beside other teams, 1 to 10',
  'locus-gateway people add NAME [--team TEAM] [--role ROLE]',
  'locus-gateway people list',
  'locus-gateway token new PERSON [--label TEXT] [--expires TIME] [--use administration]',
  'locus-gateway token list [--person PERSON]  id, person, label, use, expiry date',
  'locus-gateway token rotate TOKEN [--overlap 24h]   makes a new one; the old one works this long',
  'locus-gateway token revoke TOKEN',
  'locus-gateway budget set person ID | team ID | account [--day N] [--month N]',
  '                         [--price-day AMOUNT] [--price-month AMOUNT]',
  '                         [--no-limit]        a limit that is left out is lifted',
  'locus-gateway usage [--day YYYY-MM-DD]       id, name, charged, booked, reserved, price',
  'locus-gateway admin recover                 makes a new administrator’s token, on its machine',
  'locus-gateway backup',
  'locus-gateway store confirm                 after a store was restored: today counts as spent',
  'LOCUS_ADMIN_TOKEN is the token; LOCUS_ADMIN_URL the address (http://127.0.0.1:8081).',
];

function sender(environment: CommandPorts['environment']): Send {
  const address = (environment['LOCUS_ADMIN_URL'] || 'http://127.0.0.1:8081').replace(/\/+$/, '');
  const token = (environment['LOCUS_ADMIN_TOKEN'] ?? '').trim();
  return async (method, path, body) => {
    if (!/^[\x21-\x7e]*$/.test(token)) {
      throw new Error('LOCUS_ADMIN_TOKEN has characters that no token has.');
    }
    const response = await fetch(`${address}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) throw new Error(`No gateway answers at ${address}.`);
    const json = (await response.json().catch(() => ({}))) as Reply;
    if (!response.ok) throw new Error(String(json['message'] ?? `status ${response.status}`));
    return json;
  };
}

function given(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

const calls = number(/^\d+$/, 'A budget is a whole number of calls.');
const weight = number(/^\d+$/, 'A weight is a whole number from 1 to 10.');
const amount = number(/^\d+(\.\d+)?$/, 'A price is a number such as 12.50.');

function number(form: RegExp, rule: string): (text: string) => number {
  return (text) => {
    if (!form.test(text)) throw new InvalidArgumentError(rule);
    return Number(text);
  };
}

function standingOf(expiresAt: unknown, revokedAt: unknown): string {
  if (typeof revokedAt === 'number') return `revoked ${new Date(revokedAt).toISOString()}`;
  return typeof expiresAt === 'number' ? new Date(expiresAt).toISOString() : 'no end';
}

function idOf(reply: Reply): string {
  return fieldOf(reply, 'id');
}

function fieldOf(reply: Reply, name: string): string {
  const field = reply[name];
  if (typeof field !== 'string') throw new Error(NO_GATEWAY);
  return field;
}

function rowsOf(reply: Reply, name: string): readonly Reply[] {
  const rows = reply[name];
  if (!Array.isArray(rows)) throw new Error(NO_GATEWAY);
  return rows as readonly Reply[];
}

const NO_GATEWAY = 'What answers at LOCUS_ADMIN_URL is no gateway’s administration.';
