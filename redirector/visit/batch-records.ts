import { readRecords } from '#model/publish/build-record.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { postgresDeadlineMs, Unavailable } from './unavailable.ts'

/** Maximum number of links per statement. A record is usually small, but its rules and schedules can have 64 KB. */
const linksMost = 256
/** Maximum number of concurrent statements, one for each connection, so that one without a reply does not stop the others. */
const statementsMost = 4
/** Maximum number of links that wait for their statement. */
const waitingMost = 4_096

type Place = Parameters<typeof readRecords>[1][number]

interface Asked {
  place: Place
  /** The visit gives up by then. */
  until: number
  resolve: (record: LinkRecord | null) => void
  reject: (error: unknown) => void
}

/**
 * Combines lookups of links in Postgres: all of one event loop turn, and those that arrive while all statements are under way.
 * While Redis is unavailable, each link that is not in memory needs one.
 */
export class BatchedRecords {
  readonly #sql: Sql
  #asked: Asked[] = []
  #underWay = 0

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /**
   * Null if there is no such link. Rejects if its statement fails, or begins too late for a visit. Throws Unavailable if too many
   * lookups wait.
   */
  read(place: Place): Promise<LinkRecord | null> {
    if (this.#asked.length >= waitingMost) throw new Unavailable('too many lookups wait for Postgres')
    return new Promise((resolve, reject) => {
      this.#asked.push({ place, until: performance.now() + postgresDeadlineMs, resolve, reject })
      if (this.#asked.length === 1) setImmediate(() => this.#send())
    })
  }

  #send(): void {
    while (this.#asked.length > 0 && this.#underWay < statementsMost) {
      const [now, next] = [performance.now(), this.#asked.splice(0, linksMost)]
      for (const { until, reject } of next) if (until <= now) reject(new Unavailable('no statement began in time'))
      const asked = next.filter(({ until }) => until > now)
      if (asked.length > 0) void this.#ask(asked)
    }
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    this.#underWay++
    try {
      const places = asked.map(({ place }) => place)
      const records = await readRecords(this.#sql, places)
      asked.forEach(({ resolve }, index) => resolve(records[index] ?? null))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    } finally {
      // A timeout does not cancel the statement, so it counts until it ends.
      this.#underWay--
      this.#send()
    }
  }
}
