import { Registry } from 'prom-client'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { openPlaces } from '#runtime/places.ts'
import type { TestStores } from '../../test/stack/stores.ts'
import { createClickMetrics } from './click-metrics.ts'
import { createSteps } from './enrich.ts'
import type { ClickPipeline } from './process-batch.ts'

/** The pipeline of a worker process on a test's stores. */
export function openPipeline(stores: TestStores): ClickPipeline {
  const places = openPlaces(undefined)
  return {
    sql: stores.sql,
    redis: stores.redis,
    clickhouse: stores.ch,
    places,
    steps: createSteps({ findPlace: places.find, ownHosts: new Set(['go.example:8080']) }),
    metrics: createClickMetrics(new Registry()),
    site: stores.config,
    tracing: null,
    log: stores.log,
  }
}

const countRow = z.object({ rows: z.number(), clicks: z.number() })

/** Rows of a batch in ClickHouse, and the number of different clicks. */
export async function countStored(stores: TestStores, batchId: string): Promise<{ rows: number; clicks: number }> {
  const [counts] = await stores.ch.query(
    ch`select toUInt32(count()) as rows, toUInt32(uniqExact(click_id)) as clicks from clicks where batch_id = ${uuid(batchId)}`,
    countRow,
  )
  return counts ?? { rows: 0, clicks: 0 }
}

export async function countOfLink(stores: TestStores, linkId: string): Promise<number | null> {
  const [row] = await stores.sql<{ clicks: number }[]>`select clicks from link_counts where link_id = ${linkId}`
  return row?.clicks ?? null
}
