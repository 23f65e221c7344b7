import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { untilAllWork } from './kills.ts'
import type { FaultStack } from './stack.ts'

/** Part of the request of every insert of clicks, with or without its token. */
export const insertMarker = 'insert+into+clicks+'

/** A batch cannot be removed if its rows were merged with others within milliseconds. */
const mostTries = 10

/**
 * Creates the state after ClickHouse is killed between writing its deduplication log and renaming the part:
 * the token of a batch whose worker got no response, but none of its rows. Returns the id of the batch.
 */
export async function plantGhostToken(stack: FaultStack): Promise<string> {
  const { clickhouse } = stack.stores
  for (let tries = 0; tries < mostTries; tries++) {
    let ghost: string | undefined
    await stack.proxy('workers', 'clickhouse').cutReply(insertMarker, async (request) => {
      const batch = /insert_deduplication_token=([0-9a-f-]{36})/.exec(request)?.[1] ?? ''
      const parts = await findParts(stack, batch)
      if (parts.length === 0) return
      await clickhouse.stop('SIGKILL')
      for (const part of parts) await rm(part, { recursive: true })
      ghost = batch
    })
    if (ghost !== undefined) {
      await clickhouse.start()
      await untilAllWork(stack)
      return ghost
    }
  }
  throw new Error(`${mostTries} batches in a row were merged at once`)
}

const partRow = z.object({ name: z.string(), path: z.string(), batches: z.number() })

/** Folders of the parts that hold only this batch. */
async function findParts(stack: FaultStack, batchId: string): Promise<string[]> {
  const parts = await stack.clickhouse.query(
    ch`
      select _part as name, toUInt32(uniqExact(batch_id)) as batches,
        (select data_paths[1] from system.tables where database = currentDatabase() and name = 'clicks') as path
      from clicks
      where _part in (select _part from clicks where batch_id = ${uuid(batchId)})
      group by name`,
    partRow,
  )
  const isMerged = parts.some(({ batches }) => batches > 1)
  return isMerged ? [] : parts.map(({ name, path }) => join(path, name))
}
