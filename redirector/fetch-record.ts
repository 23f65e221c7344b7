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
import type { Flight } from './flight.ts'
import { type KnownLink, knownLink } from './known-link.ts'
import { Unavailable } from './unavailable.ts'

/** Lookups in Postgres at once: a flood of unknown codes, or an empty Redis, must not reach its connection limit. */
const inPostgresMost = 32

export interface RecordStores {
  sql: Sql
  redis: Redis
  log: Log
}

/** How the stores tell a kind of record, and what memory keeps of it. */
interface Kind<Id, Stored extends StoredRecord | StoredHost, Value> {
  key: (id: Id) => string
  schema: z.ZodType<Stored>
  read: (sql: Sql, id: Id) => Promise<Stored>
  valueOf: (stored: Stored) => Value
}

interface LinkId {
  domainId: string
  code: string
}

const absent = { rev: 0, absent: true } as const

const links: Kind<LinkId, StoredRecord, KnownLink | null> = {
  key: ({ domainId, code }) => linkKey(domainId, code),
  schema: storedRecord,
  read: async (sql, { domainId, code }) => (await readRecord(sql, domainId, code)) ?? absent,
  valueOf: (stored) => ('absent' in stored ? null : knownLink(stored)),
}

const hosts: Kind<string, StoredHost, HostRecord | null> = {
  key: hostKey,
  schema: storedHost,
  read: async (sql, host) => (await readHost(sql, host)) ?? absent,
  valueOf: (stored) => ('absent' in stored ? null : stored),
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

  /** null: there is no such link. */
  fetchLink(id: LinkId, flight: Flight<KnownLink | null>): void {
    this.#fetch(links, id, flight)
  }

  /** null: no links are served on this host. */
  fetchHost(host: string, flight: Flight<HostRecord | null>): void {
    this.#fetch(hosts, host, flight)
  }

  /** What is not in Redis or not readable, Postgres knows; and all while Redis is away. */
  #fetch<Id, Stored extends StoredRecord | StoredHost, Value>(
    kind: Kind<Id, Stored, Value>,
    id: Id,
    flight: Flight<Value>,
  ): void {
    this.asked.redis++
    this.#gets.get(
      kind.key(id),
      (text) => {
        const stored = text === null ? undefined : kind.schema.safeParse(parseJson(text)).data
        if (stored === undefined) void this.#fetchFromPostgres(kind, id, flight)
        else flight.found(kind.valueOf(stored))
      },
      (error) => {
        this.#stores.log.debug({ err: error }, 'Redis does not answer')
        void this.#fetchFromPostgres(kind, id, flight)
      },
    )
  }

  async #fetchFromPostgres<Id, Stored extends StoredRecord | StoredHost, Value>(
    kind: Kind<Id, Stored, Value>,
    id: Id,
    flight: Flight<Value>,
  ): Promise<void> {
    try {
      const stored = await this.#askPostgres((sql) => kind.read(sql, id))
      if (flight.isCurrent) this.#leave(kind.key(id), stored)
      flight.found(kind.valueOf(stored))
    } catch (error) {
      flight.failed(error)
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
  #leave(key: string, record: StoredRecord | StoredHost): void {
    fillRecord(this.#stores.redis, key, record).catch((error: unknown) =>
      this.#stores.log.debug({ err: error, record: key }, 'Redis takes no record'),
    )
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours or damaged: as good as nothing.
    return undefined
  }
}
