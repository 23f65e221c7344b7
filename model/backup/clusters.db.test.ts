import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { openQueue } from '#runtime/queues.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { plainClick } from '../../test/factories/clicks.ts'
import { createImport } from '../../test/factories/imports.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { openEmptyStores } from '../../test/stack/empty-stores.ts'
import { type OneProcessCluster, startOneProcessCluster } from '../../test/stack/one-process-cluster.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runImport } from '../../workers/imports/run-import.ts'
import { archiveAccount } from '../archive/archive-account.ts'
import { insertClicks } from '../clicks/batches/insert-clicks.ts'
import { ClickFiles } from '../clicks/click-files.ts'
import { createLink } from '../links/create-link.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

/** More than two files of a backup. */
const clicks = 60
const rowsMost = 25

let cluster: OneProcessCluster
let stores: TestStores
let sharded: ClickHouse
let account: TestAccount
let folder: string
let rows: ClickRow[]
const opened: TestStores[] = []

beforeAll(async () => {
  cluster = await startOneProcessCluster()
  stores = await openTestStores()
  sharded = (await cluster.open()).ch
  account = await createAccount(stores.sql)
  folder = await mkdtemp(join(tmpdir(), 'waymark-cluster-'))
  const domain = await findBaseDomain(stores.sql, stores.config)
  const links: string[] = []
  for (let index = 0; index < 3; index++) {
    const made = await createLink(stores, plainLink(account.id, domain, { alias: `sharded-${index}` }))
    if (made.kind === 'created') links.push(made.link.id)
  }
  rows = Array.from({ length: clicks }, (_, index) =>
    plainClick({
      account_id: account.id,
      link_id: links[index % links.length] ?? '',
      at: new Date(Date.UTC(2026, index % 2, 10) + index).toISOString(),
      country: ['Germany', 'France'][index % 2] ?? '',
    }),
  )
  await store(stores.ch, 0, rows)
  for (const shard of [1, 2])
    await store(
      sharded,
      shard,
      rows.filter((_, index) => 1 + (index % 2) === shard),
    )
})
afterAll(async () => {
  await Promise.all([...opened, stores].map((each) => each.close()))
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
})

const store = (clickhouse: ClickHouse, shard: number, part: readonly ClickRow[]) =>
  insertClicks(clickhouse, part, { token: uuidv7(), shard, signal: AbortSignal.timeout(30_000) })

const line = z.object({ click: z.string() })

async function storedClicks(clickhouse: ClickHouse, accountId = account.id): Promise<string[]> {
  const found = await clickhouse.query(
    ch`
      select toJSONString(map('click', toString(click_id), 'link', toString(link_id), 'country', toString(country),
        'at', toString(clicked_at), 'visitor', toString(visitor_id))) as click
      from clicks
      where account_id = ${uuid(accountId)}
      order by click_id`,
    line,
  )
  return found.map(({ click }) => click)
}

async function openEmpty(): Promise<TestStores> {
  const empty = await openEmptyStores()
  opened.push(empty)
  return empty
}

const quiet = { say: () => undefined }

describe('a backup of a cluster', () => {
  let copy: string
  let before: string[]
  beforeAll(async () => {
    copy = join(folder, 'backup')
    const manifest = await backUp({
      sql: stores.sql,
      clickhouse: sharded,
      keysFile: null,
      folder: copy,
      limits: { rows: rowsMost },
      ...quiet,
    })
    expect(manifest.clicks.map(({ rows: count }) => count)).toEqual([25, 25, 10])
    before = await storedClicks(sharded)
    expect(before).toEqual(await storedClicks(stores.ch))
  })

  const restoreInto = (empty: TestStores, clickhouse: ClickHouse) =>
    restore({ ...empty, clickhouse, keysFile: null, folder: copy, ...quiet })
  const countLinks = async ({ sql }: TestStores) =>
    (await sql`select from links where account_id = ${account.id}`).count

  it('is restored into one server', async () => {
    const empty = await openEmpty()
    await restoreInto(empty, empty.ch)
    expect(await storedClicks(empty.ch)).toEqual(before)
    expect(await countLinks(empty)).toBe(3)
  })

  it('is restored into another cluster', async () => {
    const [empty, another] = [await openEmpty(), (await cluster.open()).ch]
    // The last step refuses the tables of this cluster, because they have no copies.
    await expect(restoreInto(empty, another)).rejects.toThrow('has the engine "MergeTree"')
    expect(await storedClicks(another)).toEqual(before)
    expect(await countLinks(empty)).toBe(3)
  })
})

it('an account is archived from a cluster as from one server, and imported into a cluster', async () => {
  const archiveFrom = async (clickhouse: ClickHouse) => {
    const clickFiles = new ClickFiles(stores.config.DATA_DIR)
    const archiving = { ...stores, ch: clickhouse, clickFiles }
    return await buffer(await archiveAccount(archiving, account.id, new AbortController().signal))
  }
  const archive = await archiveFrom(sharded)
  expect(linesOf(archive)).toEqual(linesOf(await archiveFrom(stores.ch)))
  expect(linesOf(archive)).toHaveLength(clicks)

  await stores.sql`delete from links where account_id = ${account.id}`
  const target = await createAccount(stores.sql)
  const from = { file_name: 'account.tar.gz', layout: null, content: Readable.from([archive]) }
  const { id } = await createImport(stores, target, { source: 'waymark', conflict: 'skip', from })
  const workers = { ...stores, ch: sharded, qrQueue: openQueue('qr', stores.redis) }
  await runImport(workers, id, new AbortController().signal)
  expect(await storedClicks(sharded, target.id)).toHaveLength(clicks)
  expect(await storedClicks(stores.ch, target.id)).toEqual([])
})

/** The clicks of an archive. */
const linesOf = (archive: Buffer) =>
  gunzipSync(archive)
    .toString('latin1')
    .split('\n')
    .flatMap((text) => /\{"click_id".*/.exec(text) ?? [])
    .toSorted()
