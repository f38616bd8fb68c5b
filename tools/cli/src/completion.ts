import type { Command } from 'commander';
import { Mistake } from './text/failure.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that calls `florin` for suggestions, so that it is never out of date. */
export function completionScript(shell: string): string {
  const script = scripts[shell as Shell];
  if (script === undefined) throw new Mistake(`florin completion ${shell}: ${shells.join(', ')}`);
  return script;
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: `_florin() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(florin completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _florin florin
`,
  zsh: `#compdef florin
_florin() {
  local -a found
  found=(\${(f)"$(florin completion words -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  compadd -a found
}
compdef _florin florin
`,
  fish: `complete -c florin -f -a '(florin completion words -- (commandline -opc)[2..] 2>/dev/null)'
`,
};

/** Suggestions after these words: commands, options, or values of the last option. */
export function wordsAfter(program: Command, before: readonly string[]): readonly string[] {
  let command = program;
  for (const word of before)
    command = command.commands.find((it) => it.name() === word && !isHidden(it)) ?? command;
  const last = before.at(-1);
  const option = command.options.find((it) => it.long === last || it.short === last);
  const values = option && valuesOf(option.description);
  if (values && values.length > 0) return values;
  if (option?.required) return [];
  const names = command.commands.filter((it) => !isHidden(it)).map((it) => it.name());
  const [argument] = command.registeredArguments;
  const options = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  return [...names, ...(argument?.argChoices ?? []), ...options, '--help'];
}

/** Commander has no public API for this. */
function isHidden(command: Command): boolean {
  return (command as unknown as { readonly _hidden?: boolean })._hidden === true;
}

/** The allowed values in an option's description. */
function valuesOf(description: string): readonly string[] {
  const [, list] = /one of ([^;]+)/.exec(description) ?? [];
  return list?.split(', ') ?? [];
}
