import { createInterface } from 'node:readline/promises'

/** Ends the command unless the user agrees. Scripts pass --yes instead. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('This command asks for confirmation. Without a terminal, add --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.')
}
