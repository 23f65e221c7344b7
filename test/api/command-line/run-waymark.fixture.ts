import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { afterAll, beforeAll, vi } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { addAccountCommands } from '../../../cli/account/commands.ts'
import { explainFailure } from '../../../cli/account/explain-failure.ts'

/** The home of the user of these tests. */
export let home: string

export function useHome(): void {
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'waymark-home-'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))
}

type Settings = Record<string, string>

/** No PATH: nothing opens a browser. */
const environment = (settings: Settings) => ({ XDG_CONFIG_HOME: home, ...settings })

type Run = Settings & { input?: string }

/** Runs the command and returns what it prints. `input` is its standard input. */
export const waymark = (args: string[], run?: Run) => execute(builtProgram('cli/main.ts'), args, run)

/** Runs the command in this process, since a start takes longer than a refusal. Relative files are not in the home. */
export async function refusalOf(args: string[], settings: Settings) {
  const program = new Command('waymark')
  addAccountCommands(program)
  for (const [name, value] of Object.entries(environment(settings))) vi.stubEnv(name, value)
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await program.parseAsync(args, { from: 'user' })
    return { printed: printed.mock.calls, refused: undefined }
  } catch (error) {
    return { printed: printed.mock.calls, refused: explainFailure(error) }
  } finally {
    printed.mockRestore()
    vi.unstubAllEnvs()
  }
}

/** The command of the published package, away from the packages of the repository. */
export function standalone(args: string[], run?: Run) {
  const copy = join(home, 'waymark.mjs')
  copyFileSync(join(import.meta.dirname, '../../../sdk/cli/dist/waymark.js'), copy)
  return execute(copy, args, run)
}

async function execute(program: string, args: string[], { input = '', ...settings }: Run = {}) {
  const running = promisify(execFile)(process.execPath, [program, ...args], {
    cwd: home,
    env: environment(settings),
  })
  running.child.stdin?.end(input)
  try {
    return { status: 0, ...(await running) }
  } catch (error) {
    const { code: status, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status, stdout, stderr }
  }
}

/** Starts the command and returns what it has printed so far. */
export function startWaymark(args: string[], settings: Settings = {}) {
  const child = spawn(process.execPath, [builtProgram('cli/main.ts'), ...args], { env: environment(settings) })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed.err += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { printed, ended, stop: () => child.kill() }
}
