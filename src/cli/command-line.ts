import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import facts from '../../package.json';
import { ownField } from '../engine/contract/json-checks';
import { PINCODE_RULES } from '../engine/places/pincode';
import { showCache, type CacheOptions } from './cache-command';
import { applyProfile } from './profile';
import { Interrupted, visibleStream, type CommandPorts } from './command-ports';
import { enrich, plan } from './enrich-command';
import type { EnrichOptions } from './enrich-options';
import { EXIT, type ExitCode, UsageError } from './exit-code';
import { listNames, type NamesOptions } from './names-command';
import {
  createJsonReporter,
  createLineReporter,
  createTerminalReporter,
  type Reporter,
} from './reporter';
import { STANDARD } from './input-file';
import { pipeLines, type PipeOptions } from './pipe-command';
import { lookupPlace, scorePlace, type LookupOptions, type ScoreOptions } from './place-command';
import type { ConnectionOptions } from './service-connection';
import { FileFault } from './table';
import { testConnection } from './test-command';

/**
 * Runs one command.
 *
 * @returns the exit code of the process.
 */
export async function runCommandLine(
  args: readonly string[],
  given: CommandPorts,
): Promise<ExitCode> {
  // A pipe gets the values of a file unchanged.
  const output = given.output.isTTY === true ? visibleStream(given.output) : given.output;
  const ports = { ...given, output };
  const talking = {
    ...given,
    output: visibleStream(given.output),
    messages: visibleStream(given.messages),
  };
  let report: Reporter = createLineReporter(ports.messages, () => ports.clock.elapsed());
  let exitCode: ExitCode = EXIT.done;
  const program = new Command('locus')
    .description('Location data for files: attributes of places, and scores of models.')
    .version(facts.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void ports.output.write(text),
      writeErr: (text) => void talking.messages.write(text),
    })
    .showSuggestionAfterError()
    .hook('preAction', (_program, command) => applyProfile(command, ports.environment));
  const run =
    (command: typeof enrich) =>
    async (path: string, options: EnrichOptions): Promise<void> => {
      report = reporterFor(options, ports);
      const carryOut = options.plan === true ? plan : command;
      exitCode = await carryOut(path, options, ports, report);
    };
  withFileOptions(program.command('enrich'))
    .summary('add columns to a file')
    .description('Adds columns to a file: attributes of its places, or a model’s scores.')
    .option('-o, --output <file>', 'where the result goes; - is the standard output', STANDARD)
    .option('--plan', 'say what it would cost, without a call')
    .option('--max-calls <number>', 'make at most this many calls', wholeNumber)
    .option('-y, --yes', 'make more than 500 calls without asking')
    .option(
      '--force',
      'replace a file of yours, and ask again for scores that may have been charged',
    )
    .addHelpText('after', EXAMPLES.enrich)
    .action(run(enrich));
  withFileOptions(program.command('plan'))
    .summary('say what adding columns would cost, without a call')
    .description('Says how many calls a file would take, and what is known already.')
    .addHelpText('after', EXAMPLES.plan)
    .action(run(plan));
  withPlace(program.command('lookup'))
    .summary('look up attributes of one place')
    .description('Prints attributes of one place: the value alone if there is one name.')
    .option('--names <list>', 'attributes, separated by commas', added)
    .addHelpText('after', EXAMPLES.lookup)
    .action(async (options: LookupOptions) => {
      exitCode = await lookupPlace(options, talking);
    });
  withPlace(program.command('score'))
    .summary('score one place')
    .description('Prints one score of a model.')
    .argument('<model>', 'the model’s ID')
    .option('--date <date>')
    .option('--variables <json>', 'the model’s own variables, such as {"floor_area": 850}')
    .option('--force', 'ask again for a score that may have been charged')
    .addHelpText('after', EXAMPLES.score)
    .action(async (model: string, options: ScoreOptions) => {
      exitCode = await scorePlace(model, options, talking);
    });
  withConnection(program.command('pipe'))
    .summary('add values to lines of JSON as they arrive')
    .description('Writes each line of JSON from the standard input with its values, in order.')
    .option('--lat <field>', 'the field of the latitude', 'lat')
    .option('--lng <field>', 'the field of the longitude', 'lng')
    .option('--address <field>', 'the field of the address', 'address')
    .option('--pincode <field>', 'the field of the pincode', 'pincode')
    .addOption(pincodeRule())
    .option('--names <list>', 'attributes, separated by commas', added)
    .option('--model <id>', 'a model, for scores')
    .option('--date <field>', 'the field of the scores’ date')
    .option(
      '--variables <fields>',
      'fields of the model’s own variables, separated by commas',
      added,
    )
    .option('--max-calls <number>', 'make at most this many calls', wholeNumber)
    .option('--cache <folder>', 'where answers are kept')
    .option('--no-cache', 'keep no answers after the run')
    .option('--concurrency <number>', 'most calls at once', concurrency, CONCURRENCY)
    .option('--force', 'ask again for scores that may have been charged')
    .addHelpText('after', EXAMPLES.pipe)
    .action(async (options: PipeOptions) => {
      // Output for programs is never changed to protect a terminal.
      report = reporterFor({}, ports);
      exitCode = await pipeLines(options, ports, report);
    });
  program
    .command('names')
    .summary('list the attribute names known here')
    .description('Lists the attribute names known on this computer. Makes no calls.')
    .argument('[search...]', 'words to search for')
    .option('--import <file>', 'import the names of a list')
    .option('--cache <folder>', 'where names are kept')
    .option('--json', 'a line of JSON for each')
    .addHelpText('after', EXAMPLES.names)
    .action(async (search: readonly string[], options: NamesOptions) => {
      exitCode = await listNames(search.join(' '), options, talking);
    });
  program
    .command('cache')
    .summary('show how many answers are kept, or delete them')
    .description('Shows where answers are kept on this computer, and how many. clear deletes them.')
    .argument('[clear]', 'delete them')
    .option('--cache <folder>', 'where answers are kept')
    .option('--json', 'a line of JSON')
    .action(async (clear: string | undefined, options: CacheOptions) => {
      if (clear !== undefined && clear !== 'clear') {
        throw new UsageError(`“${clear}” isn’t clear. Write locus cache, or locus cache clear.`);
      }
      exitCode = await showCache(clear === 'clear', options, talking);
    });
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description(
      'Prints a script that completes commands, options and files: source it in a shell.',
    )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => void ports.output.write(completionScript(program, shell)));
  withConnection(program.command('test'))
    .summary('test the key, or say who an access token belongs to')
    .description(
      'Tests the key with one call. For a gateway’s token, says whose it is, without a call.',
    )
    .addHelpText('after', EXAMPLES.test)
    .action(async (options: ConnectionOptions) => {
      exitCode = await testConnection(options, talking);
    });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof Interrupted) {
      report({ event: 'notice', message: error.message || 'Interrupted.' });
      return EXIT.interrupted;
    }
    report(errorEvent(error));
    return EXIT.usage;
  }
}

function errorEvent(error: unknown) {
  const said = ownField(error, 'message');
  const message = typeof said === 'string' ? said : 'It did not work.';
  const { row, column } = error instanceof FileFault ? error : {};
  return { event: 'error', message, row, column } as const;
}

function reporterFor(
  { json, output, plan: isPlan }: Pick<EnrichOptions, 'json' | 'output' | 'plan'>,
  ports: CommandPorts,
): Reporter {
  const isOutputFree = output !== undefined && output !== STANDARD;
  if (isOutputFree && isPlan !== true) ports.onResultElsewhere?.();
  if (json === true) return createJsonReporter(isOutputFree ? ports.output : ports.messages);
  if (ports.messages.isTTY === true) return createTerminalReporter(ports.messages);
  return createLineReporter(ports.messages, () => ports.clock.elapsed());
}

function withConnection(command: Command): Command {
  return command
    .option('--service <url>', 'address of the service or the gateway (or LOCUS_SERVICE)')
    .option('--attribute-service <url>', 'address of the attribute service')
    .option('--model-service <url>', 'address of the model service')
    .option('--key-file <file>', 'file that contains the key (or LOCUS_KEY)')
    .option('--profile <name>', 'use this profile of config.json')
    .addOption(new Option('--key <key>').argParser(refuseKey).hideHelp());
}

function withFileOptions(command: Command): Command {
  return withConnection(command)
    .argument('<file>', '.csv, .tsv, .ndjson, .geojson, .parquet or .xlsx; - is the standard input')
    .option('--sheet <name>', 'the sheet of a workbook, by name or number')
    .option('--range <range>', 'where the list is: A4:F200, Sheet!A4:F200, or the name of a table')
    .option('--header-row <number>', 'the row of the header, or none')
    .option('--visible-only', 'leave out the hidden rows of a workbook')
    .option('--lat <column>', 'the column of latitudes, by name or number')
    .option('--lng <column>', 'the column of longitudes')
    .option('--pair <column>', 'the column that has both, such as 12.97, 77.59')
    .option('--address <column>', 'the column of addresses')
    .option('--pincode <column>', 'the column of pincodes')
    .option('--separator <sign>', 'separator between the cells of a text file: ",", tab, none')
    .option('--quotes', 'quotation marks enclose the cells of a text file')
    .option('--no-quotes', 'quotation marks are part of its text')
    .option(
      '--encoding <name>',
      'encoding of a text file, such as windows-1251, if it isn’t recognised',
    )
    .addOption(pincodeRule())
    .option('--names <list>', 'attributes, separated by commas', added)
    .option('--model <id>', 'a model, for scores')
    .option('--date <column>', 'the column of the scores’ dates')
    .option(
      '--variables <columns>',
      'columns of the model’s own variables, separated by commas',
      added,
    )
    .option('--price <number>', 'what one call costs', price)
    .option('--cache <folder>', 'where answers are kept between runs')
    .option('--no-cache', 'keep no answers after the run')
    .option('--concurrency <number>', 'most calls at once', concurrency, CONCURRENCY)
    .option('--json', 'report progress as lines of JSON');
}

function withPlace(command: Command): Command {
  return withConnection(command)
    .option('--lat <degrees>')
    .option('--lng <degrees>')
    .option('--address <text>')
    .option('--pincode <code>')
    .addOption(pincodeRule())
    .option('--cache <folder>', 'where answers are kept')
    .option('--no-cache', 'keep no answer')
    .option('--json', 'a line of JSON');
}

function pincodeRule(): Option {
  return new Option('--pincodes <rule>', 'any also accepts codes of other countries')
    .choices(PINCODE_RULES)
    .default('india');
}

const CONCURRENCY = 16;

/** Joins lists, because the same option may be given several times. */
function added(list: string, before: string | undefined): string {
  return before === undefined ? list : `${before},${list}`;
}

/** Everyone on this computer can read a process's arguments. */
function refuseKey(): never {
  throw new UsageError(
    'A key can’t be an argument, because others could read it there. Set LOCUS_KEY, or use --key-file, and replace this key.',
  );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

function concurrency(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > 200) throw new InvalidArgumentError('Write a number from 1 to 200.');
  return number;
}

function price(text: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text))
    throw new InvalidArgumentError('Write a number like 0.02.');
  return Number(text);
}

/** Shown below each command's help. */
const EXAMPLES = {
  enrich: `
Examples:
  locus enrich shops.csv -o shops-out.csv --names w_pop_tt,p_retail_gc_np
  locus enrich shops.csv -o out.csv --lat Lat --lng Long --names w_pop_tt --max-calls 1000
  locus enrich shops.csv -o out.csv --address Street --pincode PIN --names w_pop_tt --yes
  locus enrich shops.csv -o out.csv --model retail-v2 --date Opened --variables floor_area,format
  cat shops.csv | locus enrich - --names w_pop_tt > out.csv

The key comes from LOCUS_KEY or --key-file, never from an argument.
To resume an interrupted run, run the same command again.
An output is a valid input: only failed rows are asked for again.
Exit codes: 0 all done, 1 not understood, 2 some rows failed, 3 over budget, 130 interrupted.`,
  plan: `
Examples:
  locus plan shops.csv --names w_pop_tt,p_retail_gc_np
  locus plan shops.csv --model retail-v2 --price 0.02`,
  lookup: `
Examples:
  locus lookup --lat 12.9352 --lng 77.6245 --names w_pop_tt
  locus lookup --address "12 MG Road, Bengaluru" --pincode 560001 --names w_pop_tt --json`,
  pipe: `
Examples:
  echo '{"lat":12.9352,"lng":77.6245,"shop":7}' | locus pipe --names w_pop_tt
  locus pipe --model retail-v2 --variables floor_area --max-calls 1000 < shops.ndjson > out.ndjson

A line without a place comes back as skipped, and one that can't be read as failed.
It doesn’t ask for approval. Use --max-calls to limit spending.`,
  score: `
Examples:
  locus score retail-v2 --lat 12.9352 --lng 77.6245
  locus score retail-v2 --address "12 MG Road, Bengaluru" --variables '{"floor_area": 850}'`,
  names: `
Examples:
  locus names
  locus names population 500
  locus names --import our-names.csv`,
  test: `
Examples:
  LOCUS_KEY=… locus test --service https://data.example.com
  locus test --service https://locus.our-team.example --key-file token.txt`,
} as const;

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A script that lets a shell complete the commands of `program`, their options, and files. */
function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.flatMap(({ long, hidden, description }) =>
      long === undefined || long === null || hidden ? [] : [{ long, description }],
    ),
  }));
  if (shell === 'fish') return fishScript(commands);
  const script = bashScript(commands);
  // Zsh runs what is written for Bash.
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly long: string; readonly description: string }[];
}

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${options.map(({ long }) => long).join(' ')}" ;;`,
  );
  return `_locus() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _locus locus
`;
}

function fishScript(commands: readonly Completed[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c locus -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...options.map(
      ({ long, description }) =>
        `complete -c locus -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)} -d ${quoted(description)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
