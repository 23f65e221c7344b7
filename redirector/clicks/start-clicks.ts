import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimFolder } from '#model/spool/claim-folder.ts'
import { findHost, isSameHost, ownerHostPath, readOwnerHost } from '#model/spool/owner-host.ts'
import { keepReplyName } from '#model/spool/reply-name.ts'
import { type BatchTraces, ClickShipper } from '#model/spool/ship-clicks.ts'
import { adoptOrphans, recoverFolder, spoolFolder } from '#model/spool/spool-folder.ts'
import type { Config } from '#runtime/config.ts'
import type { MessageHearer } from '#runtime/hear-messages.ts'
import type { Lifecycle } from '#runtime/lifecycle.ts'
import type { Log } from '#runtime/log.ts'
import { makePrivateFolder } from '#runtime/private-folder.ts'
import { openQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'
import { repeat } from '#runtime/repeat.ts'
import { ackChannel } from '#schemas/queues.ts'
import { ClickSpool } from './click-spool.ts'

/** The previous process, or one that is moving its segments, may still hold the folder for a moment. */
const claimWithinMs = 15_000
const claimRetryMs = 100
const adoptEveryMs = 5_000

interface ClicksOptions {
  config: Config
  queueRedis: Redis
  /** How long a stop waits for the last sealed segment to be stored. */
  shipMostMs: number
  hearer: MessageHearer
  traces: BatchTraces | null
  lifecycle: Lifecycle
  log: Log
}

export interface ClickPipeline {
  spool: ClickSpool
  shipper: ClickShipper
  /** Number of records cut off by crashes. */
  torn: () => number
}

/** Starts the pipeline that brings clicks from the local disk to the workers' queue. */
export async function startClicks({
  config,
  queueRedis,
  shipMostMs,
  hearer,
  traces,
  lifecycle,
  log,
}: ClicksOptions): Promise<ClickPipeline> {
  const folder = spoolFolder(config.DATA_DIR, config.INSTANCE)
  for (const path of [dirname(folder), folder]) await makePrivateFolder(path)
  await claimOwn(folder, lifecycle)
  const recovered = await recoverFolder(folder)
  let { torn } = recovered
  reportDamaged(folder, recovered.damaged, log)

  const queue = openQueue('clicks', queueRedis)
  const replyTo = await nameForReplies(folder, log)
  const canShip = () => queueRedis.status === 'ready'
  const shipper = new ClickShipper({ folder, queue, replyTo, canShip, traces, log })
  const spool = new ClickSpool({ folder, log, onSealed: () => shipper.wake() })
  const hearReplies = (name: string) =>
    hearer.hear({
      channel: ackChannel(name),
      onMessage: (batchId) => shipper.acknowledge(batchId),
      onRestored: () => shipper.askAgain(),
    })
  hearReplies(replyTo)
  const running = shipper.run()
  lifecycle.onStop('click queue', () => queue.close())
  lifecycle.onStop('click shipping', async () => {
    await shipper.stop(shipMostMs)
    await running
  })
  lifecycle.onStop('click spool', () => spool.seal())

  const adopt = async () => {
    const adopted = await adoptOrphans(folder)
    torn += adopted.torn
    reportDamaged(dirname(folder), adopted.damaged, log)
    for (const name of adopted.replyNames) hearReplies(name)
    if (adopted.segments === 0) return
    log.info({ segments: adopted.segments }, 'recovering clicks of a process that exited')
    shipper.wake()
  }
  const fail = (error: unknown) => log.warn({ err: error }, 'failed to read the spools of exited processes')
  const stopAdopting = repeat(adoptEveryMs, () => adopt().catch(fail))
  lifecycle.onStop('spool adoption', stopAdopting)
  return { spool, shipper, torn: () => torn }
}

function reportDamaged(folder: string, segments: number, log: Log): void {
  if (segments === 0) return
  log.error({ folder, segments }, 'click segments were damaged; clicks are missing, and copies are in the folder')
}

/** If the disk is not writable, redirects still work, and only this process knows the name. */
async function nameForReplies(folder: string, log: Log): Promise<string> {
  try {
    return await keepReplyName(folder)
  } catch (error) {
    log.warn({ err: error }, 'failed to store the name for acknowledgments')
    return randomUUID()
  }
}

async function claimOwn(folder: string, lifecycle: Lifecycle): Promise<void> {
  const end = Date.now() + claimWithinMs
  for (;;) {
    const claim = await claimFolder(folder)
    if (claim !== null) {
      lifecycle.onStop('spool folder', () => claim.release())
      return
    }
    if (Date.now() > end) throw new Error(whyNotOwned(folder))
    await sleep(claimRetryMs)
  }
}

function whyNotOwned(folder: string): string {
  const owner = readOwnerHost(folder)
  if (owner === null || isSameHost(owner, findHost()))
    return `${folder} is in use: set a different INSTANCE for each redirector`
  return `${folder} belongs to a redirector on ${owner.name}: use a separate DATA_DIR on each machine. If that machine will never use the folder again, delete ${ownerHostPath(folder)}`
}
