import type { z } from 'zod'
import { readApps, readBrand, readHost } from '#model/publish/publish-host.ts'
import { fillRecord } from '#model/publish/publish-link.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { MissingKeyError, type SecretKeys } from '#runtime/secret-keys.ts'
import {
  type AppsRecord,
  appsKey,
  type BrandRecord,
  brandKey,
  type HostRecord,
  hostKey,
  linkKey,
  type StoredApps,
  type StoredBrand,
  type StoredHost,
  type StoredRecord,
  storedApps,
  storedBrand,
  storedHost,
  storedRecord,
} from '#schemas/link-record.ts'
import { parseJson } from '#schemas/parse-json.ts'
import { BatchedGets } from './batch-gets.ts'
import { BatchedRecords } from './batch-records.ts'
import { knownLink, type Resolution } from './known-link.ts'
import type { Fetched } from './record-cache.ts'
import { OverBudget, postgresDeadlineMs, Unavailable, within } from './unavailable.ts'

/** Concurrent Postgres lookups of hosts: many unknown ones or an empty Redis must not exhaust its connections. */
const inPostgresMost = 32

export interface RecordStores {
  sql: Sql
  redis: Redis
  log: Log
  /** Opens the secrets of A/B tests. */
  secretKeys: Pick<SecretKeys, 'open'>
}

/** Returns true if this visit may query Postgres. Called only when that is needed. */
export type MayAsk = () => boolean

export interface LinkPlace {
  domainId: string
  code: string
}

interface Terms {
  /** Returns false if the record has changed in the meantime. */
  isCurrent: () => boolean
  mayAsk: MayAsk
}

/** Reads from Redis, then from the Postgres primary, and caches the result in Redis. A Redis miss proves nothing. */
export class RecordFetcher {
  /** Number of records read, by store: from Redis if not in memory, from Postgres if not in Redis. */
  readonly asked = { redis: 0, postgres: 0 }
  readonly #stores: RecordStores
  readonly #gets: BatchedGets
  readonly #records: BatchedRecords
  readonly #links: Kind<StoredRecord, Resolution>
  #inPostgres = 0

  constructor(stores: RecordStores) {
    this.#stores = stores
    this.#gets = new BatchedGets(stores)
    this.#records = new BatchedRecords(stores.sql)
    this.#links = linksOf(stores)
  }

  /** Rejects with OverBudget if Postgres is needed but may not be queried. */
  fetchLink({ domainId, code }: LinkPlace, terms: Terms): Promise<Fetched<Resolution>> {
    return this.#fetch(this.#links, linkKey(domainId, code), terms, () =>
      this.#records.read({ domain_id: domainId, code }),
    )
  }

  /** Resolves with null if no links are served on this host. */
  fetchHost(host: string, terms: Terms): Promise<Fetched<HostRecord | null>> {
    return this.#fetch(hosts, hostKey(host), terms, () => this.#askAlone((sql) => readHost(sql, host)))
  }

  /** Resolves with null if no links are served on this host. */
  fetchBrand(host: string, terms: Terms): Promise<Fetched<BrandRecord | null>> {
    return this.#fetch(brands, brandKey(host), terms, () => this.#askAlone((sql) => readBrand(sql, host)))
  }

  /** Resolves with null if no links are served on this host. */
  fetchApps(host: string, terms: Terms): Promise<Fetched<AppsRecord | null>> {
    return this.#fetch(apps, appsKey(host), terms, () => this.#askAlone((sql) => readApps(sql, host)))
  }

  async #fetch<Stored extends StoredRecord | StoredHost | StoredBrand | StoredApps, Value>(
    kind: Kind<Stored | Absent, Value>,
    key: string,
    { isCurrent, mayAsk }: Terms,
    query: () => Promise<Stored | null>,
  ): Promise<Fetched<Value>> {
    this.asked.redis++
    const text = await this.#gets.get(key)
    // Foreign or damaged data counts as missing.
    const known = text === null ? undefined : kind.schema.safeParse(parseJson(text)).data
    const readable = known && readIfKeyIsKnown(kind, known)
    if (text !== null && readable !== undefined) return { value: readable.value, text }
    if (!mayAsk()) throw new OverBudget('this client may not query Postgres now')
    const record = (await this.#askPostgres(query)) ?? absent
    if (isCurrent()) this.#leave(key, fillRecord(this.#stores.redis, key, record))
    return { value: kind.valueOf(record), text: JSON.stringify(record) }
  }

  async #askPostgres<Value>(query: () => Promise<Value>): Promise<Value> {
    const answer = query()
    this.asked.postgres++
    try {
      return await within(postgresDeadlineMs, answer)
    } catch (error) {
      throw new Unavailable('Postgres is not responding', { cause: error })
    }
  }

  /** With one statement for this record. There are far fewer hosts than links. */
  #askAlone<Value>(query: (sql: Sql) => Promise<Value>): Promise<Value> {
    if (this.#inPostgres >= inPostgresMost) throw new Unavailable('too many concurrent Postgres lookups')
    this.#inPostgres++
    // Decremented when the query ends: a timeout does not cancel it.
    return query(this.#stores.sql).finally(() => this.#inPostgres--)
  }

  /** Not awaited: if it fails, the next visit queries Postgres again. */
  #leave(key: string, writing: Promise<unknown>): void {
    writing.catch((error: unknown) => this.#stores.log.debug({ err: error, record: key }, 'Redis write failed'))
  }
}

/** How records of one kind are stored and what they become in memory. */
interface Kind<Stored, Value> {
  schema: z.ZodType<Stored>
  valueOf: (record: Stored) => Value
}

const linksOf = ({ secretKeys }: Pick<RecordStores, 'secretKeys'>): Kind<StoredRecord, Resolution> => ({
  schema: storedRecord,
  valueOf: (record) => {
    if (!('absent' in record)) return knownLink(record, secretKeys)
    return record.rev === absent.rev ? null : 'deleted'
  },
})
const hosts: Kind<StoredHost, HostRecord | null> = {
  schema: storedHost,
  valueOf: (record) => ('absent' in record ? null : record),
}
const brands: Kind<StoredBrand, BrandRecord | null> = {
  schema: storedBrand,
  valueOf: (record) => ('absent' in record ? null : record),
}
const apps: Kind<StoredApps, AppsRecord | null> = {
  schema: storedApps,
  valueOf: (record) => ('absent' in record ? null : record),
}
/** undefined for a copy in Redis that was encrypted with an earlier key, which counts as missing. */
function readIfKeyIsKnown<Stored, Value>(kind: Kind<Stored, Value>, stored: Stored): { value: Value } | undefined {
  try {
    return { value: kind.valueOf(stored) }
  } catch (error) {
    if (error instanceof MissingKeyError) return undefined
    throw error
  }
}
/** Marks a record as missing, found by a visit and not left by a deletion. */
const absent = { rev: 0, absent: true } as const
type Absent = typeof absent

/** Reads a record from the text that was fetched with it. */
const readerOf =
  <Stored, Value>({ schema, valueOf }: Kind<Stored, Value>) =>
  (text: string): Value =>
    valueOf(schema.parse(JSON.parse(text)))
export const linkReader = (stores: Pick<RecordStores, 'secretKeys'>) => readerOf(linksOf(stores))
export const readHostRecord = readerOf(hosts)
export const readBrandRecord = readerOf(brands)
export const readAppsRecord = readerOf(apps)
