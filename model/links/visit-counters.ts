import type { Redis } from '#runtime/redis.ts'
import type { LinkRow } from './link-row.ts'

type CountedLink = Pick<LinkRow, 'id' | 'limited_since' | 'numbered_since'>

/** The key in Redis that counts the visits of a link since a revision, for its click limit or for rules about click numbers. */
export const visitCounter = (linkId: string, since: number): string => `visits:${linkId}:${since}`

/** Counters that a link does not need after a change. `after`: null if it is deleted. */
export function endedCounters(before: CountedLink, after: CountedLink | null): string[] {
  const kept = after === null ? [] : countersOf(after)
  return countersOf(before).filter((counter) => !kept.includes(counter))
}

const countersOf = ({ id, limited_since, numbered_since }: CountedLink): string[] =>
  [limited_since, numbered_since].flatMap((since) => (since === null ? [] : [visitCounter(id, since)]))

/** One by one, because in a cluster they are on several servers. */
export async function deleteCounters(redis: Redis, counters: readonly string[]): Promise<void> {
  await Promise.all(counters.map((counter) => redis.unlink(counter)))
}
