import { createInterface } from 'node:readline/promises'

/** Ends the command unless the user agrees. A script must say so with --yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Nobody can be asked for confirmation. Repeat the command with --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.')
}
