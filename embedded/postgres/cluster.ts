import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ifThereSync } from '#runtime/if-there.ts'
import { plain } from '../environment.ts'
import { LaunchError } from '../launch-error.ts'
import { commandLine } from '../processes.ts'
import { run } from '../run.ts'
import type { Account } from './account.ts'

const initdbMs = 120_000

type Cluster = { binaries: string; pgData: string; password: string; account: Account | undefined }

/** Creates pgData on the first start, atomically: initdb uses another folder, which is then moved. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  removeDrafts(cluster.pgData)
  if (existsSync(cluster.pgData)) return
  const draft = `${cluster.pgData}.new-${process.pid}`
  const passwordFile = join(draft, 'password')
  ownFolder(draft, cluster.account)
  const made = join(draft, 'data')
  ownFolder(made, cluster.account)
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 })
  if (cluster.account !== undefined) chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  const { ok, output } = await run(join(cluster.binaries, 'bin', 'initdb'), initdbFlags(made, passwordFile), {
    env: plain(),
    user: cluster.account,
    timeoutMs: initdbMs,
  })
  if (!ok) throw new LaunchError(`Cannot create the PostgreSQL data folder ${cluster.pgData}.`, { details: output })
  renameSync(made, cluster.pgData)
  rmSync(draft, { recursive: true })
}

/**
 * After a system crash, the PID in postmaster.pid may belong to another process, and Postgres would refuse to start. If no
 * process has that PID, Postgres handles it better itself: it looks for backends that still hold its memory.
 */
export function removeForeignPid(pgData: string): void {
  const file = join(pgData, 'postmaster.pid')
  ifThereSync(() => {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const command = commandLine(pid)
    if (command !== undefined && !command.includes(pgData)) rmSync(file)
  })
}

function initdbFlags(pgData: string, passwordFile: string): string[] {
  return [
    `--pgdata=${pgData}`,
    '--username=waymark',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}

function ownFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { mode: 0o700 })
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

/** Removes folders left by a launcher that was killed during the first start. */
function removeDrafts(pgData: string): void {
  const home = dirname(pgData)
  for (const name of readdirSync(home)) {
    if (name.startsWith(`${basename(pgData)}.new-`)) rmSync(join(home, name), { recursive: true, force: true })
  }
}
