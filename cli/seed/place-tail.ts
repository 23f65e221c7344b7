import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { aliasOf, type SeedPlace } from './place-links.ts'
import { tailLink } from './tail.ts'
import { findManyLinks, insertManyLinks } from './tail-links.sql.ts'

const linksPerInsert = 5_000
const secondMs = 1_000

interface Tail {
  domain_id: string
  count: number
  progress: (made: number) => void
}

/** Creates the tail's links before the period, one per second, and returns their IDs. Existing ones are reused. */
export async function placeTail(sql: Sql, place: SeedPlace, { domain_id, count, progress }: Tail): Promise<string[]> {
  const where = { account_id: place.account_id, domain_id }
  const ids: string[] = []
  while (ids.length < count) {
    const first = ids.length
    const links = Array.from({ length: Math.min(linksPerInsert, count - first) }, (_, at) => tailLink(first + at))
    const codes = links.map((link) => aliasOf(place, link))
    await insertManyLinks(sql, where, {
      ids: links.map(() => uuidv7()),
      codes,
      urls: links.map(({ url }) => url),
      names: links.map(({ name }) => name),
      tags: links.map(({ settings }) => (settings.tags ?? []).join()),
      times: links.map((_, at) => place.start - (first + at + 1) * secondMs),
    })
    for (const [at, id] of (await findManyLinks(sql, where, codes)).entries()) {
      if (id === null) throw new Error(`The slug ${codes[at]} belongs to another account.`)
      ids.push(id)
    }
    progress(ids.length)
  }
  return ids
}
