import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '#schemas/parse-json.ts'
import type { PidFile } from './child.ts'
import { inside } from './folders.ts'
import { errorCode, LaunchError } from './launch-error.ts'
import { commandLine } from './processes.ts'
import type { Log } from './supervised.ts'

const pidFile = z.object({
  pid: z.number().int().positive(),
  kind: z.enum(['app', 'store']),
  marker: z.string().min(1),
  stopSignal: z.enum(['SIGINT', 'SIGTERM']),
  stopMs: z.number(),
})

type Orphan = PidFile & { name: string; path: string }

const lookEveryMs = 50

/** Stops processes that a killed launcher left on this data folder, apps before stores. Requires the lock. */
export async function reapOrphans(dataDir: string, log: Log): Promise<void> {
  const orphans = listOrphans(inside(dataDir).run)
  for (const kind of ['app', 'store']) {
    const some = orphans.filter((orphan) => orphan.kind === kind)
    await Promise.all(some.map((orphan) => reap(orphan, log)))
  }
}

function listOrphans(folder: string): Orphan[] {
  const orphans: Orphan[] = []
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const orphan = pidFile.safeParse(parseJson(readFileSync(path, 'utf8'))).data
    // Truncated by a power failure.
    if (orphan === undefined) rmSync(path)
    else orphans.push({ ...orphan, name: name.replace(/\.json$/, ''), path })
  }
  return orphans
}

async function reap(orphan: Orphan, log: Log): Promise<void> {
  if (isOurs(orphan)) {
    log(`Stopping ${orphan.name} (process ${orphan.pid}), which was left running...`)
    send(orphan, orphan.stopSignal)
    const deadline = performance.now() + orphan.stopMs
    while (isOurs(orphan) && performance.now() < deadline) await sleep(lookEveryMs)
    if (isOurs(orphan)) send(orphan, 'SIGKILL')
    while (isOurs(orphan)) await sleep(lookEveryMs)
  }
  rmSync(orphan.path, { force: true })
}

/** The PID may belong to another process by now. Only a command line with this data folder identifies our process. */
function isOurs({ pid, marker }: Orphan): boolean {
  return commandLine(pid)?.includes(marker) ?? false
}

function send({ name, pid }: Orphan, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return
    throw new LaunchError(
      `${name} (process ${pid}) is still running on this data folder, and this user cannot stop it.`,
      { cause: error },
    )
  }
}
