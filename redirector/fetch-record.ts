import type { z } from 'zod'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import {
  type HostRecord,
  hostKey,
  linkKey,
  type StoredHost,
  type StoredRecord,
  storedHost,
  storedRecord,
} from '#schemas/link-record.ts'
import { readRecord } from '#store/build-record.ts'
import { readHost } from '#store/domain-host.ts'
import { fillRecord } from '#store/publish-link.ts'
import { BatchedGets } from './batch-gets.ts'
import { type KnownLink, knownLink } from './known-link.ts'
import type { Fetched } from './record-cache.ts'
import { Unavailable } from './unavailable.ts'

/** Lookups in Postgres at once: a flood of unknown codes, or an empty Redis, must not reach its connection limit. */
const inPostgresMost = 32

export interface RecordStores {
  sql: Sql
  redis: Redis
  log: Log
}

/** Asks Redis, then the Postgres primary, and leaves the answer in Redis. Redis is a cache: a miss there proves nothing. */
export class RecordFetcher {
  /** Records asked for, by store: of Redis what memory did not have, of Postgres what Redis did not have either. */
  readonly asked = { redis: 0, postgres: 0 }
  readonly #stores: RecordStores
  readonly #gets: BatchedGets
  #inPostgres = 0

  constructor(stores: RecordStores) {
    this.#stores = stores
    this.#gets = new BatchedGets(stores.redis)
  }

  /** null: there is no such link. `isCurrent` turns false when the link changes meanwhile. */
  async fetchLink(domainId: string, code: string, isCurrent: () => boolean): Promise<Fetched<KnownLink | null>> {
    const key = linkKey(domainId, code)
    const known = await this.#askRedis(key, storedRecord)
    if (known !== undefined) return { value: linkOf(known.record), text: known.text }
    const record = (await this.#askPostgres((sql) => readRecord(sql, domainId, code))) ?? {
      rev: 0,
      absent: true as const,
    }
    if (isCurrent()) this.#leave(key, fillRecord(this.#stores.redis, key, record))
    return { value: linkOf(record), text: JSON.stringify(record) }
  }

  /** null: no links are served on this host. */
  async fetchHost(host: string, isCurrent: () => boolean): Promise<Fetched<HostRecord | null>> {
    const key = hostKey(host)
    const known = await this.#askRedis(key, storedHost)
    if (known !== undefined) return { value: hostOf(known.record), text: known.text }
    const record = (await this.#askPostgres((sql) => readHost(sql, host))) ?? { rev: 0, absent: true as const }
    if (isCurrent()) this.#leave(key, fillRecord(this.#stores.redis, key, record))
    return { value: hostOf(record), text: JSON.stringify(record) }
  }

  /** undefined: not there, not readable, or Redis is away. Postgres knows in each case. */
  async #askRedis<Stored>(
    key: string,
    schema: z.ZodType<Stored>,
  ): Promise<{ record: Stored; text: string } | undefined> {
    this.asked.redis++
    try {
      const text = await this.#gets.get(key)
      const record = text === null ? undefined : schema.safeParse(parseJson(text)).data
      return text === null || record === undefined ? undefined : { record, text }
    } catch (error) {
      this.#stores.log.debug({ err: error }, 'Redis does not answer')
      return undefined
    }
  }

  async #askPostgres<Value>(query: (sql: Sql) => Promise<Value>): Promise<Value> {
    if (this.#inPostgres >= inPostgresMost) throw new Unavailable(`${inPostgresMost} lookups in Postgres already`)
    this.asked.postgres++
    this.#inPostgres++
    try {
      return await query(this.#stores.sql)
    } catch (error) {
      throw new Unavailable('Postgres does not answer', { cause: error })
    } finally {
      this.#inPostgres--
    }
  }

  /** Not waited for: if it fails, the next visit asks Postgres again. */
  #leave(key: string, writing: Promise<unknown>): void {
    writing.catch((error: unknown) => this.#stores.log.debug({ err: error, record: key }, 'Redis takes no record'))
  }
}

/** From the text of a fetched record. */
export const readLink = (text: string): KnownLink | null => linkOf(storedRecord.parse(JSON.parse(text)))
export const readHostRecord = (text: string): HostRecord | null => hostOf(storedHost.parse(JSON.parse(text)))

const linkOf = (record: StoredRecord): KnownLink | null => ('absent' in record ? null : knownLink(record))
const hostOf = (record: StoredHost): HostRecord | null => ('absent' in record ? null : record)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours or damaged: as good as nothing.
    return undefined
  }
}
