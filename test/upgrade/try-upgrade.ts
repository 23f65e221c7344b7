import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../tools/root.ts'
import { runCommand } from '../../tools/run-command.ts'
import { fill, type Instance, readEverything } from './fill.ts'
import { findDifferences } from './find-differences.ts'

/**
 * Fills a database with another revision, starts this one on it, and compares the responses of both. New
 * fields are ignored. Usage: node --import tsx test/upgrade/try-upgrade.ts <revision>
 */
const patienceMs = 15 * 60_000
const stopMs = 60_000
const ports = { API_PORT: '3471', REDIRECT_PORT: '8471' }
const everything = 'read,write,delete,analytics'

const [revision = ''] = process.argv.slice(2)
if (revision === '') throw new Error('Usage: try-upgrade.ts <revision>, such as 9c5b2a5')
const folder = mkdtempSync(join(tmpdir(), 'waymark-upgrade-'))
const env = {
  ...process.env,
  ...ports,
  DATA_DIR: join(folder, 'data'),
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_FACTOR: '0',
}
try {
  process.exitCode = await tryUpgrade(revision)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function tryUpgrade(from: string): Promise<number> {
  const old = join(folder, 'old')
  await run(['git', 'clone', '-q', '--shared', root, old], root)
  await run(['git', 'checkout', '-q', from], old)
  let key = ''
  const before = await whileRunning(old, async (place) => {
    key = await makeKey(old)
    const instance = { ...place, key }
    await fill(instance)
    return await readEverything(instance)
  })
  const after = await whileRunning(root, (place) => readEverything({ ...place, key }))
  const differences = findDifferences(before, after)
  for (const difference of differences) console.log(difference)
  console.log(`${Object.keys(before).length} responses of ${from} compared, ${differences.length} differences`)
  return differences.length === 0 ? 0 : 1
}

async function run(command: string[], cwd: string): Promise<string> {
  const { code, output } = await runCommand(command, { cwd, env, limitMs: patienceMs })
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`)
  return output
}

async function makeKey(cwd: string): Promise<string> {
  const command = ['keys', 'create', '--name', 'upgrade', '--permissions', everything, '--json']
  const output = await run(['npm', 'run', '-s', 'waymark', '--', ...command], cwd)
  return (JSON.parse(output.slice(output.indexOf('{'))) as { key: string }).key
}

/** Starts the product with npm start, and stops it at the end. */
async function whileRunning<Result>(
  cwd: string,
  work: (place: Omit<Instance, 'key'>) => Promise<Result>,
): Promise<Result> {
  console.log(`starting ${cwd}`)
  // Started in a separate process group, so that npm's children are stopped with it.
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const api = `http://localhost:${ports.API_PORT}`
  try {
    await untilReady(`${api}/readyz`, child)
    return await work({ api, redirects: `http://localhost:${ports.REDIRECT_PORT}` })
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await Promise.race([ended, wait(stopMs, undefined, { ref: false })])
  }
}

async function untilReady(url: string, child: { exitCode: number | null }): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(1_000)
  }
  throw new Error(`${url} was never ready`)
}
