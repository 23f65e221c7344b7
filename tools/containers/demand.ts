import { runCommand } from '../run-command.ts'

const limitMs = 30 * 60_000

/** Runs a program that must succeed, and returns its output. */
export async function demand(command: string[]): Promise<string> {
  const { code, output } = await runCommand(command, { limitMs })
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output.trim()
}
