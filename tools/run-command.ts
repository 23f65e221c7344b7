import { spawn } from 'node:child_process'
import { root } from './root.ts'

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; stream?: boolean; limitMs?: number }
type Result = { code: number | null; output: string; seconds: number }

const graceMs = 5_000

/** Runs a program and returns or streams its output. A program that exceeds the limit is stopped. */
export async function runCommand(command: string[], options: Options = {}): Promise<Result> {
  const [program = '', ...args] = command
  const start = performance.now()
  const stdio = options.stream ? 'inherit' : 'pipe'
  const { cwd = root, env = process.env } = options
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', stdio, stdio] })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const timers: NodeJS.Timeout[] = []
  if (options.limitMs !== undefined) {
    timers.push(setTimeout(() => child.kill('SIGTERM'), options.limitMs))
    timers.push(setTimeout(() => child.kill('SIGKILL'), options.limitMs + graceMs))
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail)
    child.on('close', done)
  })
  for (const timer of timers) clearTimeout(timer)
  return { code, output: Buffer.concat(chunks).toString(), seconds: (performance.now() - start) / 1000 }
}
