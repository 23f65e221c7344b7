import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageHearer } from '#runtime/hear-messages.ts'
import type { Log } from '#runtime/log.ts'
import { openQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'
import { ackChannel } from '#schemas/queues.ts'
import { claimFolder } from './claim-folder.ts'
import { findHost, type Host, isSameHost, readOwnerHost } from './owner-host.ts'
import { keepReplyName } from './reply-name.ts'
import { ClickShipper } from './ship-clicks.ts'
import { listSegments, recoverFolder, sealedEnding } from './spool-folder.ts'
import { readFrames } from './spool-frame.ts'

const pollMs = 100

interface ShipOptions {
  folder: string
  /** The machine of the owner will never use the folder again. */
  ownerIsGone: boolean
  /** For the queue, and for subscriptions. */
  connections: { queue: Redis; subscriber: Redis }
  /** Called with the number of segments that are left. */
  onProgress: (left: number) => void
  host?: Host
  log: Log
}

export interface Shipped {
  segments: number
  /** Segments that are only readable up to a point. */
  damaged: number
}

/**
 * Brings the clicks of a redirector that will not run again to the workers, and returns when they are stored. Each batch
 * keeps its id, so that a repetition stores nothing twice. Throws if the folder has another owner.
 */
export async function shipFolder({ folder, ownerIsGone, host = findHost(), ...rest }: ShipOptions): Promise<Shipped> {
  const claim = await claimFolder(folder, { host, ownerIsGone })
  if (claim === null) throw new Error(whyRefused(folder, host))
  try {
    const recovered = await recoverFolder(folder)
    const segments = await listSegments(folder)
    const damaged = recovered.damaged + (await countDamaged(folder, segments))
    await shipAll(folder, rest)
    return { segments: segments.length, damaged }
  } finally {
    await claim.release()
  }
}

function whyRefused(folder: string, host: Host): string {
  const owner = readOwnerHost(folder)
  if (owner === null || isSameHost(owner, host)) return `A redirector is using ${folder}. It ships its clicks itself.`
  return `${folder} belongs to a redirector on ${owner.name}. If that machine will never use the folder again, add --owner-is-gone.`
}

/** The shipper keeps them, or a copy, for inspection. */
async function countDamaged(folder: string, segments: readonly string[]): Promise<number> {
  let damaged = 0
  for (const name of segments) {
    const bytes = await readFile(join(folder, name))
    if (readFrames(bytes).end < bytes.length) damaged++
  }
  return damaged
}

async function shipAll(
  folder: string,
  { connections, onProgress, log }: Pick<ShipOptions, 'connections' | 'onProgress' | 'log'>,
): Promise<void> {
  const queue = openQueue('clicks', connections.queue)
  const replyTo = await keepReplyName(folder)
  const canShip = () => connections.queue.status === 'ready'
  const shipper = new ClickShipper({ folder, queue, replyTo, canShip, log })
  new MessageHearer(connections.subscriber, log).hear({
    channel: ackChannel(replyTo),
    onMessage: (batchId) => shipper.acknowledge(batchId),
    onRestored: () => shipper.askAgain(),
  })
  const running = shipper.run()
  try {
    for (let left = await countSealed(folder); left > 0; left = await countSealed(folder)) {
      onProgress(left)
      await sleep(pollMs)
    }
  } finally {
    await shipper.stop(0)
    await running
    await queue.close()
  }
}

const countSealed = async (folder: string): Promise<number> =>
  (await listSegments(folder)).filter((name) => name.endsWith(sealedEnding)).length
