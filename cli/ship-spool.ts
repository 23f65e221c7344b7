import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { shipFolder } from '#model/spool/ship-folder.ts'
import type { Config } from '#runtime/config.ts'
import { ifThere } from '#runtime/if-there.ts'
import { createLog } from '#runtime/log.ts'
import { withQueues } from './redis-for-queues.ts'

const progressMs = 2_000

interface Options {
  ownerIsGone?: boolean
}

/** Ships the clicks of a redirector that will not run again. */
export async function shipSpool(config: Config, path: string, { ownerIsGone = false }: Options): Promise<void> {
  const folder = resolve(path)
  if ((await ifThere(() => stat(folder)))?.isDirectory() !== true) throw new Error(`${folder} is not a folder.`)
  const log = createLog('cli', { ...config, LOG_LEVEL: 'silent' })
  const { segments, damaged } = await withQueues(config, (connections) =>
    shipFolder({ folder, ownerIsGone, connections, onProgress: reporter(), log }),
  )
  process.stdout.write(`Segments shipped: ${segments}\n`)
  if (damaged === 0) return
  process.stdout.write(`Damaged segments: ${damaged}. Their readable clicks were shipped; copies are in the folder.\n`)
}

function reporter(): (left: number) => void {
  let shownAt = performance.now()
  return (left) => {
    if (performance.now() - shownAt < progressMs) return
    shownAt = performance.now()
    process.stderr.write(`Segments that the workers have not stored yet: ${left}\n`)
  }
}
