import type { z } from 'zod'
import { readRecord } from '#model/publish/build-record.ts'
import { readHost } from '#model/publish/publish-host.ts'
import { fillRecord } from '#model/publish/publish-link.ts'
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
import { BatchedGets } from './batch-gets.ts'
import { knownLink, type Resolution } from './known-link.ts'
import type { Fetched } from './record-cache.ts'
import { OverBudget, postgresDeadlineMs, Unavailable, within } from './unavailable.ts'

/** Lookups in Postgres at once: a flood of unknown codes, or an empty Redis, must not reach its connection limit. */
const inPostgresMost = 32

export interface RecordStores {
  sql: Sql
  redis: Redis
  log: Log
}

/** Whether this visit may have Postgres asked. Only asked when it has to be. */
export type MayAsk = () => boolean

export interface LinkPlace {
  domainId: string
  code: string
}

interface Terms {
  /** Turns false when the record changes meanwhile. */
  isCurrent: () => boolean
  mayAsk: MayAsk
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
    this.#gets = new BatchedGets(stores)
  }

  /** Rejects with OverBudget where Postgres would have to be asked and may not. */
  fetchLink({ domainId, code }: LinkPlace, terms: Terms): Promise<Fetched<Resolution>> {
    return this.#fetch(links, linkKey(domainId, code), terms, (sql) => readRecord(sql, domainId, code))
  }

  /** null: no links are served on this host. */
  fetchHost(host: string, terms: Terms): Promise<Fetched<HostRecord | null>> {
    return this.#fetch(hosts, hostKey(host), terms, (sql) => readHost(sql, host))
  }

  async #fetch<Stored extends StoredRecord | StoredHost, Value>(
    kind: Kind<Stored | Absent, Value>,
    key: string,
    { isCurrent, mayAsk }: Terms,
    query: (sql: Sql) => Promise<Stored | null>,
  ): Promise<Fetched<Value>> {
    this.asked.redis++
    const text = await this.#gets.get(key)
    const known = text === null ? undefined : kind.schema.safeParse(parseJson(text)).data
    if (text !== null && known !== undefined) return { value: kind.valueOf(known), text }
    if (!mayAsk()) throw new OverBudget('Postgres is not asked for this client now')
    const record = (await this.#askPostgres(query)) ?? absent
    if (isCurrent()) this.#leave(key, fillRecord(this.#stores.redis, key, record))
    return { value: kind.valueOf(record), text: JSON.stringify(record) }
  }

  async #askPostgres<Value>(query: (sql: Sql) => Promise<Value>): Promise<Value> {
    if (this.#inPostgres >= inPostgresMost) throw new Unavailable(`${inPostgresMost} lookups in Postgres already`)
    this.asked.postgres++
    this.#inPostgres++
    // Until it is over: who gives up on it does not end it.
    const answer = query(this.#stores.sql).finally(() => this.#inPostgres--)
    try {
      return await within(postgresDeadlineMs, answer)
    } catch (error) {
      throw new Unavailable('Postgres does not answer', { cause: error })
    }
  }

  /** Not waited for: if it fails, the next visit asks Postgres again. */
  #leave(key: string, writing: Promise<unknown>): void {
    writing.catch((error: unknown) => this.#stores.log.debug({ err: error, record: key }, 'Redis takes no record'))
  }
}

/** What is kept under keys of one kind, and what becomes of it in memory. */
interface Kind<Stored, Value> {
  schema: z.ZodType<Stored>
  valueOf: (record: Stored) => Value
}

const links: Kind<StoredRecord, Resolution> = {
  schema: storedRecord,
  valueOf: (record) => {
    if (!('absent' in record)) return knownLink(record)
    return record.rev === absent.rev ? null : 'deleted'
  },
}
const hosts: Kind<StoredHost, HostRecord | null> = {
  schema: storedHost,
  valueOf: (record) => ('absent' in record ? null : record),
}
/** Learned by a visit, not from a deletion. */
const absent = { rev: 0, absent: true } as const
type Absent = typeof absent

/** From the text that was fetched with a record. */
const readerOf =
  <Stored, Value>({ schema, valueOf }: Kind<Stored, Value>) =>
  (text: string): Value =>
    valueOf(schema.parse(JSON.parse(text)))
export const readLink = readerOf(links)
export const readHostRecord = readerOf(hosts)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours or damaged: as good as nothing.
    return undefined
  }
}
