import type { Command } from 'commander'

/** Each script asks the command itself, so it is never outdated. */
const scripts: Record<string, string> = {
  bash: `_waymark() { mapfile -t COMPREPLY < <(waymark complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); }
complete -o default -F _waymark waymark
`,
  zsh: `#compdef waymark
_waymark() { local -a found; found=("\${(@f)$(waymark complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"); compadd -a found; }
compdef _waymark waymark
`,
  fish: `complete -c waymark -f -a '(waymark complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .argument('<shell>', Object.keys(scripts).join(', '))
    .description('Print a completion script; to load it: source <(waymark completion bash)')
    .action((shell: string) => {
      const script = scripts[shell]
      if (script === undefined) throw new Error(`Choose one of ${Object.keys(scripts).join(', ')}.`)
      process.stdout.write(script)
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: string[]) => {
      process.stdout.write(
        completeWords(program, words)
          .map((word) => `${word}\n`)
          .join(''),
      )
    })
}

/** Commands, or the options of the command, that begin with the last word. */
export function completeWords(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  let command = program
  for (const word of words.slice(0, -1)) command = command.commands.find((each) => each.name() === word) ?? command
  const names = command.commands.map((each) => each.name()).filter((name) => name !== 'complete')
  const options = command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]))
  return (last.startsWith('-') ? options : names).filter((name) => name.startsWith(last))
}
