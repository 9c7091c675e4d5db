import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that lets a shell complete the commands of `program`, their options, and files. */
export function completionScript(program: Command, shell: Shell): string {
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
