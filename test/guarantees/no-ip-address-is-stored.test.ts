import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readParked } from '#model/clicks/batches/parked-batches.ts'
import { ch, Fragment } from '#runtime/ch-tag.ts'
import { openQueue } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { newBatchId } from '../factories/click-batch.ts'
import { eventually } from '../stack/eventually.ts'
import { segmentsWaiting } from './check-set.ts'
import { createLink } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

const visitors = ['198.51.100.77', '2001:db8:1234:5678:9abc:def0:1357:2468']
/** Text in any notation, lower case. */
const texts = [
  '198.51.100.77',
  'c633644d',
  '2001:db8:1234:5678',
  '2001:0db8:1234:5678',
  '20010db812345678',
  '9abc:def0:1357:2468',
]
/** Bytes; IPv4 is mapped into IPv6, since four bytes alone occur by chance. */
const bytes = ['ffffc633644d', '9abcdef013572468'].map((hex) => Buffer.from(hex, 'hex').toString('latin1'))

describe('the full IP address of a visitor', () => {
  let stack: FaultStack
  beforeAll(async () => {
    // With every log level, and with rate limits, which count per IP address.
    stack = await startStack({ env: { LOG_LEVEL: 'trace', RATE_LIMIT_FACTOR: '1' } })
  })
  afterAll(() => stack.close())

  /** Sends redirects, unknown slugs, and API requests with and without a key. */
  async function leaveTraces(): Promise<void> {
    const { short_code } = await createLink(stack)
    const [port = 0] = stack.ports
    for (const address of visitors) {
      const headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0', referer: 'https://example.org/' }
      for (let round = 0; round < 5; round++) await visit(port, short_code, headers)
      expect((await visit(port, short_code, headers)).status).toBe(302)
      for (let round = 0; round < 150; round++) await visit(port, `unknown-${round}`, headers)
      for (const authorization of [`Bearer ${stack.key}`, 'Bearer wm_wrong']) {
        await fetch(`${stack.apiUrl}/api/v1/short-urls`, { headers: { ...headers, authorization } })
      }
    }
  }

  /** Queues a batch of these clicks that no worker can read. */
  async function parkBatch(tsv: string): Promise<void> {
    const connection = connectRedisForQueues(stack.urls.redis_url, { name: 'guarantees' })
    const queue = openQueue('clicks', connection)
    const batch_id = newBatchId()
    await queue.add({ batch_id, rows: 4_000, tsv, reply_to: 'nobody' }, batch_id)
    await queue.close()
    connection.disconnect()
    const parked = await eventually(async () => {
      const job = await readParked(stack.sql, batch_id)
      expect(job).not.toBeNull()
      return job?.tsv ?? ''
    })
    expect(found(linesOf(parked))).toEqual([])
  }

  it('is nowhere on disk, in a store, in a queue or in a log', async () => {
    for (const worker of stack.workers) worker.signal('SIGSTOP')
    await leaveTraces()
    const batches = await eventually(async () => {
      const waiting = segmentsWaiting(stack.dataDir)
      expect(waiting).not.toEqual([])
      expect(waiting.filter((name) => name.endsWith('.open'))).toEqual([])
      const queued = await batchesInQueue(stack)
      expect(queued).toHaveLength(waiting.length)
      return queued
    })
    const clicks = batches.map(linesOf)
    expect(clicks.join()).toContain('198.51.100.0')
    expect(found(clicks.join())).toEqual([])
    expect(await findInFiles(stack.dataDir)).toEqual([])

    for (const worker of stack.workers) worker.signal('SIGCONT')
    await eventually(() => expect(segmentsWaiting(stack.dataDir)).toEqual([]), 60_000)
    await parkBatch(batches[0] ?? '')
    expect(await findInPostgres(stack)).toEqual([])
    expect(await findInClickhouse(stack)).toEqual([])
    expect(await findInFiles(stack.dataDir)).toEqual([])
  })
})

/** The lines of a compressed batch. */
const linesOf = (tsv: string): string => brotliDecompressSync(Buffer.from(tsv, 'base64')).toString('latin1')

/** The addresses in a content: text, or bytes as latin1. */
function found(content: string): string[] {
  const lower = content.toLowerCase()
  const raw = bytes.filter((each) => content.includes(each)).map((each) => Buffer.from(each, 'latin1').toString('hex'))
  return [...texts.filter((each) => lower.includes(each)), ...raw]
}

/** Begins again if ClickHouse has merged parts meanwhile: what it has deleted may be in a file that was not listed. */
const findInFiles = (folder: string) => eventually(() => searchFiles(folder))

function searchFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    return found(readFileSync(path, 'latin1')).map((spelling) => `${spelling} in ${relative(folder, path)}`)
  })
}

/** The compressed batches in the Redis queue. */
async function batchesInQueue({ redis }: FaultStack): Promise<string[]> {
  const keys = await redis.keys('{clicks}:clicks:*')
  const batches: string[] = []
  for (const key of keys) {
    if ((await redis.type(key)) !== 'hash') continue
    const job = await redis.hget(key, 'data')
    if (job !== null) batches.push((JSON.parse(job) as { tsv: string }).tsv)
  }
  return batches
}

async function findInPostgres({ sql }: FaultStack): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  expect(tables.length).toBeGreaterThan(5)
  const hits: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ content: string }[]>`select t::text as content from ${sql(name)} t`
    hits.push(...found(rows.map(({ content }) => content).join('\n')).map((each) => `${each} in ${name}`))
  }
  return hits
}

const tableRow = z.object({ name: z.string() })
const contentRow = z.object({ content: z.string() })

async function findInClickhouse({ clickhouse }: FaultStack): Promise<string[]> {
  const tables = await clickhouse.query(ch`select name from system.tables where database = currentDatabase()`, tableRow)
  const hits: string[] = []
  let rowCount = 0
  for (const { name } of tables) {
    const statement = new Fragment([`select toJSONString(tuple(*)) as content from ${name}`], [])
    const rows = await clickhouse.query(statement, contentRow)
    rowCount += rows.length
    hits.push(...found(rows.map(({ content }) => content).join('\n')).map((each) => `${each} in ${name}`))
  }
  expect(rowCount).toBeGreaterThan(visitors.length)
  return hits
}
