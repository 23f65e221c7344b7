import { createHash } from 'node:crypto'
import type { Sql } from '#runtime/postgres.ts'

const hoursBetweenFetches = 24
const minutesAfterFailure = 60
/** Time that a worker has for a fetch. If it is killed, the list is due again after it. */
const leaseMinutes = 10

/** URLs may contain keys, so they are not stored. */
export const sourceOf = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Whether this process fetches the list now. Only one process does at a time. */
export async function takeDueList(sql: Sql, url: string): Promise<boolean> {
  await sql`
    insert into fetched_lists (source, next_at)
    values (${sourceOf(url)}, now())
    on conflict (source) do nothing`
  const { count } = await sql`
    update fetched_lists
    set next_at = now() + make_interval(mins => ${leaseMinutes})
    where source = ${sourceOf(url)} and next_at <= now()`
  return count === 1
}

/** `content` is compressed with gzip. An unchanged list keeps its date, so that no process reads it again. */
export async function keepList(sql: Sql, url: string, content: Buffer): Promise<void> {
  await sql`
    update fetched_lists
    set content = ${content}, problem = null, next_at = now() + make_interval(hours => ${hoursBetweenFetches}),
      fetched_at = case when content is distinct from ${content} then now() else fetched_at end
    where source = ${sourceOf(url)}`
}

/** The content of an earlier fetch stays. */
export async function keepProblem(sql: Sql, url: string, problem: string): Promise<void> {
  await sql`
    update fetched_lists
    set problem = ${problem}, next_at = now() + make_interval(mins => ${minutesAfterFailure})
    where source = ${sourceOf(url)}`
}

/** Microseconds since 1970, so that a list that is fetched twice in a millisecond is read twice. null before the first fetch. */
export async function readFetchTime(sql: Sql, url: string): Promise<number | null> {
  const [row] = await sql<{ at: number }[]>`
    select (extract(epoch from fetched_at) * 1000000)::bigint as at
    from fetched_lists
    where source = ${sourceOf(url)} and fetched_at is not null`
  return row?.at ?? null
}

export async function readList(sql: Sql, url: string): Promise<Buffer | null> {
  const [row] = await sql<
    { content: Buffer | null }[]
  >`select content from fetched_lists where source = ${sourceOf(url)}`
  return row?.content ?? null
}

/** Why the latest fetch failed. null if it did not. */
export async function readProblem(sql: Sql, url: string): Promise<string | null> {
  const [row] = await sql<
    { problem: string | null }[]
  >`select problem from fetched_lists where source = ${sourceOf(url)}`
  return row?.problem ?? null
}
