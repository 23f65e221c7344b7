import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { ch, column, Fragment, instant, int, join, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { latest } from '#runtime/cluster-settings.ts'
import { columnNames, columnOf } from '#schemas/click-columns.ts'
import { type ClickFile, clickFile } from './manifest.ts'

/** Limits of one file of clicks. The embedded server keeps it in memory while it responds. */
export interface FileLimits {
  rows: number
  /** Before compression. The click that reaches the limit is still in the file. */
  bytes: number
}
const usualLimits: FileLimits = { rows: 500_000, bytes: 128 * 1024 ** 2 }

interface Options {
  folder: string
  say: (line: string) => void
  limits?: Partial<FileLimits> | undefined
}

const migrationRow = z.object({ name: z.string() })

export const clickhouseMigrations = async (clickhouse: ClickHouse): Promise<string[]> =>
  (await clickhouse.query(ch`select name from migrations order by name`, migrationRow)).map(({ name }) => name)

/** Writes all clicks in files of limited size. The facts of links are not written: they follow from Postgres. */
export async function backUpClicks(clickhouse: ClickHouse, { folder, say, limits }: Options): Promise<ClickFile[]> {
  const most = { ...usualLimits, ...limits }
  const files: ClickFile[] = []
  const write = async (rows: number, where: Fragment) => {
    const file = `clicks-${String(files.length + 1).padStart(5, '0')}.native.gz`
    const bytes = await clickhouse.readNative(ch`select * from clicks where ${where}`)
    await pipeline(bytes, createGzip({ level: 1 }), createWriteStream(clickFile(folder, file)))
    files.push({ file, rows })
    say(`ClickHouse: ${file}`)
  }
  let after: Key | undefined
  do {
    const page = await readPage(clickhouse, after, most)
    if (page.rows > 0) await write(page.rows, between(after, page.last))
    after = page.last
  } while (after !== undefined)
  return files
}

/** The place of a click in the order of the table. */
const key = z.object({ account_id: z.guid(), link_id: z.guid(), at: z.int(), click_id: z.guid() })
type Key = z.infer<typeof key>

const order = new Fragment(['account_id, link_id, clicked_at, click_id'], [])
const untilHere = ch`over (order by ${order} rows between unbounded preceding and current row)`

const longTexts = columnNames.filter((name) => ['text', 'repeated'].includes(columnOf(name).storage))
/** More than the other columns of a click, and the lengths of the texts. */
const otherBytes = 200
/** Repeated texts are counted in each click, although a file has each of them once in a while. */
const bytesOfClick = join([ch`${int(otherBytes)}`, ...longTexts.map((name) => ch`length(${column(name)})`)], ch` + `)

function between(after: Key | undefined, last: Key | undefined): Fragment {
  const from = after === undefined ? ch`true` : beyond(after)
  return last === undefined ? from : ch`(${from}) and not (${beyond(last)})`
}

/** Column by column, as the index of the table compares. It does not serve a comparison of tuples. */
const beyond = ({ account_id, link_id, at, click_id }: Key): Fragment => {
  const clickedAt = instant(at)
  return ch`
    account_id > ${uuid(account_id)} or (account_id = ${uuid(account_id)} and (
      link_id > ${uuid(link_id)} or (link_id = ${uuid(link_id)} and (
        clicked_at > ${clickedAt} or (clicked_at = ${clickedAt} and click_id > ${uuid(click_id)})))))`
}

/** The last click of a page, if another page can follow. Clicks that are stored meanwhile are in late batches. */
async function readPage(clickhouse: ClickHouse, after: Key | undefined, most: FileLimits) {
  const statement = ch`
    select account_id, link_id, toUnixTimestamp64Milli(clicked_at) as at, click_id
    from (
      select account_id, link_id, clicked_at, click_id, count() ${untilHere} as rows, sum(bytes) ${untilHere} as total
      from (
        select account_id, link_id, clicked_at, click_id, ${bytesOfClick} as bytes
        from clicks
        where ${between(after, undefined)}
        order by ${order}
        limit ${int(most.rows)}
      )
    )
    where rows = ${int(most.rows)} or total >= ${int(most.bytes)}
    order by rows
    limit 1`
  const [last] = await clickhouse.query(statement, key, { settings: latest })
  const counting = ch`select count() as rows from clicks where ${between(after, last)}`
  const [counted] = await clickhouse.query(counting, z.object({ rows: z.int() }), { settings: latest })
  return { last, rows: counted?.rows ?? 0 }
}
