import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ch, uuids } from '#runtime/ch-tag.ts'
import { untilAllWork } from './kills.ts'
import type { FaultStack } from './stack.ts'

/** Part of the request of every insert of clicks, with or without its token. */
export const insertMarker = 'insert+into+clicks+'

/** A batch cannot be removed if its rows were merged with others within milliseconds. */
const mostTries = 10

/**
 * Creates the state after ClickHouse is killed between writing its deduplication log and renaming the part:
 * the token of an insert whose worker got no response, but none of its rows. Returns the id of one of its batches.
 */
export async function plantGhostToken(stack: FaultStack): Promise<string> {
  const { clickhouse } = stack.stores
  for (let tries = 0; tries < mostTries; tries++) {
    let ghost: string | undefined
    await stack.proxy('workers', 'clickhouse').cutReply(insertMarker, async (request) => {
      const batches = await findBatches(stack, request)
      const parts = await findParts(stack, batches)
      if (parts.length === 0) return
      await clickhouse.stop('SIGKILL')
      for (const part of parts) await rm(part, { recursive: true })
      ghost = batches[0]
    })
    if (ghost !== undefined) {
      await clickhouse.start()
      await untilAllWork(stack)
      return ghost
    }
  }
  throw new Error(`${mostTries} batches in a row were merged at once`)
}

/** The batches of an insert, by the text of its request. */
export async function findBatches({ sql }: FaultStack, request: string): Promise<string[]> {
  const token = /insert_deduplication_token=([0-9a-f-]{36})/.exec(request)?.[1] ?? null
  const batches = await sql<{ batch_id: string }[]>`
    select batch_id from click_batches where batch_id = ${token} or group_id = ${token}`
  return batches.map(({ batch_id }) => batch_id)
}

const partRow = z.object({ name: z.string(), path: z.string(), others: z.number() })

/** Folders of the parts that hold only these batches. */
async function findParts(stack: FaultStack, batches: readonly string[]): Promise<string[]> {
  const parts = await stack.clickhouse.query(
    ch`
      select _part as name, toUInt32(countIf(batch_id not in (${uuids(batches)}))) as others,
        (select data_paths[1] from system.tables where database = currentDatabase() and name = 'clicks') as path
      from clicks
      where _part in (select _part from clicks where batch_id in (${uuids(batches)}))
      group by name`,
    partRow,
  )
  const isMerged = parts.some(({ others }) => others > 0)
  return isMerged ? [] : parts.map(({ name, path }) => join(path, name))
}
