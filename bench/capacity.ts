import { publishCurrent } from '#model/publish/publish-link.ts'
import { hourMs } from '../cli/seed/rhythm.ts'
import { seedClicks } from '../cli/seed/seed-clicks.ts'
import { createAccount } from '../test/factories/account.ts'
import { goals } from './goals.ts'
import { clicksOfSmallBatch, realisticBytes } from './realistic-clicks.ts'
import { type Measured, plainRow, rowFor } from './result.ts'
import { seedStores } from './seed-stores.ts'
import type { Stack } from './stack.ts'
import { spreadOf } from './statistics.ts'
import { bytesPerClick, untilMerged } from './stored-clicks.ts'

const seeded = { links: 100_000, clicks: 1_000_000, days: 90, seed: 1 }
const publishedAtOnce = 100

/** Measures the bytes of links and clicks in each store, including indexes. */
export async function benchCapacity(stack: Stack): Promise<Measured> {
  console.log('capacity: starting the workers ...')
  await stack.start({ name: 'workers', file: 'workers/main.ts' })
  const emptyPostgres = await bytesInPostgres(stack)
  const links = await seed(stack)
  const postgres = ((await bytesInPostgres(stack)) - emptyPostgres) / links
  await untilMerged(stack)
  const clickhouse = await bytesPerClick(stack)
  const realistic = await realisticBytes(stack)
  console.log(`capacity: publishing ${links} links ...`)
  const emptyRedis = await bytesInRedis(stack)
  await publishAll(stack)
  const redis = ((await bytesInRedis(stack)) - emptyRedis) / links
  const rows = [
    rowOf('A link in PostgreSQL', postgres),
    rowOf('A link in Redis', redis),
    rowOf('A click in ClickHouse, numbered ids', clickhouse),
    rowFor(goals.clickBytes, spreadOf([realistic.all]), `batches of ${clicksOfSmallBatch} clicks`),
    rowOf('Part of it that will not be stored', realistic.batches, 'batch_id'),
  ]
  return {
    rows,
    plot: {
      title: 'Storage per link and click, including indexes',
      subtitle: `bytes · ${links} short URLs of one account, ${seeded.clicks} clicks of ${seeded.days} days`,
      rows,
    },
    rounds: [{ links, clicks: seeded.clicks, postgres, redis, clickhouse, realistic }],
  }
}

const rowOf = (label: string, bytes: number, note?: string) => plainRow(label, 'B', spreadOf([bytes]), note)

/** Returns the total number of short URLs. */
async function seed(stack: Stack): Promise<number> {
  const { id: account_id } = await createAccount(stack.sql)
  const until = Math.floor(Date.now() / hourMs) * hourMs
  const progress = (what: string, made: number) => console.log(`capacity: ${made} ${what}`)
  const { links } = await seedClicks(
    { stores: seedStores(stack), redisUrl: stack.urls.redis_url, progress },
    { ...seeded, account_id, until },
  )
  return links
}

async function bytesInPostgres({ sql }: Stack): Promise<number> {
  await sql`vacuum analyze links, link_counts`
  const [row] = await sql<{ bytes: number }[]>`
    select pg_total_relation_size('links') + pg_total_relation_size('link_counts') as bytes`
  return row?.bytes ?? Number.NaN
}

async function bytesInRedis({ redis }: Stack): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1])
}

/** Only the links of the seed's catalog are in Redis yet: redirectors find the others in Postgres. */
async function publishAll({ sql, redis }: Stack): Promise<void> {
  const links = await sql<{ domain_id: string; code: string; rev: number }[]>`select domain_id, code, rev from links`
  for (let first = 0; first < links.length; first += publishedAtOnce) {
    await Promise.all(links.slice(first, first + publishedAtOnce).map((link) => publishCurrent(sql, redis, link)))
  }
}
