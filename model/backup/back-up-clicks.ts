import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { ch, Fragment, int, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { type ClickFile, clickFile } from './manifest.ts'

/** Rows of one file, which the embedded server keeps in memory while it responds. */
const usualRows = 500_000

interface Options {
  folder: string
  say: (line: string) => void
  /** Rows of one file. */
  rowsMost?: number
}

const migrationRow = z.object({ name: z.string() })

export const clickhouseMigrations = async (clickhouse: ClickHouse): Promise<string[]> =>
  (await clickhouse.query(ch`select name from migrations order by name`, migrationRow)).map(({ name }) => name)

/** Writes all clicks, and what is known of their links, in files of limited size. */
export async function backUpClicks(
  clickhouse: ClickHouse,
  { folder, say, rowsMost = usualRows }: Options,
): Promise<ClickFile[]> {
  const files: ClickFile[] = []
  const write = async (table: string, rows: number, statement: Fragment) => {
    const file = `${table}-${String(files.length + 1).padStart(5, '0')}.native.gz`
    const bytes = await clickhouse.readNative(statement)
    await pipeline(bytes, createGzip({ level: 1 }), createWriteStream(clickFile(folder, file)))
    files.push({ table, file, rows })
    say(`ClickHouse: ${file}`)
  }
  let after: Key | undefined
  do {
    const page = await readPage(clickhouse, after, rowsMost)
    if (page.rows > 0) await write('clicks', page.rows, ch`select * from clicks where ${between(after, page.last)}`)
    after = page.last
  } while (after !== undefined)
  const [facts] = await clickhouse.query(ch`select count() as rows from link_facts final`, z.object({ rows: z.int() }))
  if (facts !== undefined && facts.rows > 0) await write('link_facts', facts.rows, ch`select * from link_facts final`)
  return files
}

/** The place of a click in the order of the table. */
const key = z.object({ account_id: z.uuid(), link_id: z.uuid(), at: z.int(), click_id: z.uuid() })
type Key = z.infer<typeof key>

const order = new Fragment(['account_id, link_id, clicked_at, click_id'], [])
const place = ({ account_id, link_id, at, click_id }: Key) =>
  ch`(${uuid(account_id)}, ${uuid(link_id)}, fromUnixTimestamp64Milli(${int(at)}, 'UTC'), ${uuid(click_id)})`

/** The first condition is the one that the index of the table serves. */
function between(after: Key | undefined, last: Key | undefined): Fragment {
  const from =
    after === undefined ? ch`true` : ch`account_id >= ${uuid(after.account_id)} and (${order}) > ${place(after)}`
  return last === undefined
    ? from
    : ch`${from} and account_id <= ${uuid(last.account_id)} and (${order}) <= ${place(last)}`
}

/** The last click of a page, if another page follows. Clicks that are stored meanwhile are in late batches. */
async function readPage(clickhouse: ClickHouse, after: Key | undefined, rowsMost: number) {
  const statement = ch`
    select account_id, link_id, toUnixTimestamp64Milli(clicked_at) as at, click_id
    from clicks
    where ${between(after, undefined)}
    order by ${order}
    limit 1
    offset ${int(rowsMost - 1)}`
  const [last] = await clickhouse.query(statement, key)
  const counting = ch`select count() as rows from clicks where ${between(after, last)}`
  const [counted] = await clickhouse.query(counting, z.object({ rows: z.int() }))
  return { last, rows: counted?.rows ?? 0 }
}
