import { spawn } from 'node:child_process'
import { reason } from './launch-error.ts'

interface Options {
  cwd?: string
  env: NodeJS.ProcessEnv
  user?: { uid: number; gid: number } | undefined
  timeoutMs: number
}

const longestOutput = 100_000

/** Runs a program and returns its output, including errors. A separate session protects it from Ctrl-C. */
export function run(command: string, args: string[], options: Options): Promise<{ ok: boolean; output: string }> {
  const { cwd = '/', env, user, timeoutMs } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-longestOutput)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const killer = setTimeout(() => {
      output += `\nnot finished within ${timeoutMs / 1000} s`
      child.kill('SIGKILL')
    }, timeoutMs)
    const finish = (ok: boolean) => {
      clearTimeout(killer)
      resolve({ ok, output: output.trim() })
    }
    child.once('error', (error) => {
      output += reason(error)
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}
