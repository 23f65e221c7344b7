import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { archiveAccount } from '#model/archive/archive-account.ts'
import { ClickFiles } from '#model/clicks/click-files.ts'
import { selectImport } from '#model/imports/imports.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { openQueue } from '#runtime/queues.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { createImport, endLease } from '../../test/factories/imports.ts'
import { findBaseDomain } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runImport } from './run-import.ts'
import { finishesWithinMs, kill, useWorkerProcesses } from './worker-processes.fixture.ts'

const links = 2_000
const clicks = 60_000

let stores: TestStores
let source: TestAccount
let archive: Buffer
const startWorkers = useWorkerProcesses(() => stores)
beforeAll(async () => {
  stores = await openTestStores()
  source = await createAccount(stores.sql)
  await fill()
  const archiving = { ...stores, clickFiles: new ClickFiles(stores.config.DATA_DIR) }
  archive = await buffer(await archiveAccount(archiving, source.id, new AbortController().signal))
  // Its slugs are free again, as in another installation.
  await stores.sql`delete from links where account_id = ${source.id}`
})
afterAll(() => stores.close())

/** Links with clicks of two months, as they are counted. */
async function fill(): Promise<void> {
  const { sql } = stores
  const { id: domain_id } = await findBaseDomain(sql, stores.config)
  const ids = Array.from({ length: links }, () => uuidv7())
  await sql`
    insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
    select id, ${source.id}, ${domain_id}, 'archived-' || place, true, nextval('link_rev'), 'https://example.com/' || place
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)`
  const rows = Array.from({ length: clicks }, (_, index) => ({
    account_id: source.id,
    link_id: ids[index % links] ?? '',
    at: new Date(Date.UTC(2026, index % 2, 10) + index).toISOString(),
  }))
  await storeClicks(stores.ch, rows)
  await sql`
    insert into link_counts (link_id, account_id, clicks)
    select id, ${source.id}, ${clicks / links} from unnest(${ids}::uuid[]) as given (id)`
}

const queues = () => ({ ...stores, qrQueue: openQueue('qr', stores.redis) })
const run = (id: string) => runImport(queues(), id, new AbortController().signal)

async function startImport(target: TestAccount, special: { dry_run?: boolean } = {}): Promise<string> {
  const content = Readable.from([archive])
  const from = { file_name: 'account.tar.gz', layout: null, content }
  const given = { source: 'waymark', conflict: 'skip', from, ...special } as const
  return (await createImport(stores, target, given)).id
}

const countRow = z.object({ rows: z.int(), clicks: z.int(), links: z.int() })

/** Each link and each click exists once. */
async function expectEachOnce({ id }: TestAccount) {
  const [stored] = await stores.ch.query(
    ch`
      select count() as rows, uniqExact(click_id) as clicks, uniqExact(link_id) as links
      from clicks
      where account_id = ${uuid(id)}`,
    countRow,
  )
  expect(stored).toEqual({ rows: clicks, clicks, links })
  const [counted] = await stores.sql`
    select count(*) as links, sum(link_counts.clicks)::int as clicks, min(link_counts.clicks) as least
    from links
    join link_counts on link_id = links.id
    where links.account_id = ${id}`
  expect(counted).toEqual({ links, clicks, least: clicks / links })
  const left = await stores.sql`
    select from import_parts join imports on imports.id = import_id where account_id = ${id}
    union all select from import_ids join imports on imports.id = import_id where account_id = ${id}`
  expect(left.count).toBe(0)
  const webhooks =
    await stores.sql`select from webhook_messages where account_id = ${id} and type <> 'import.completed'`
  expect(webhooks.count).toBe(0)
}

it('each link and click is imported once when its worker is killed during the import', {
  timeout: 2 * finishesWithinMs,
}, async () => {
  const target = await createAccount(stores.sql)
  const id = await startImport(target)
  const imported = async () => (await selectImport(stores.sql, target.id, id))?.contents
  for (const [kind, share] of [
    ['links', 0.2],
    ['clicks', 0.1],
    ['clicks', 0.6],
  ] as const) {
    const worker = startWorkers()
    await eventually(async () => {
      const part = (await imported())?.[kind]
      expect(part?.imported).toBeGreaterThan(share * (part?.found ?? 0))
    }, finishesWithinMs)
    await kill(worker)
    await endLease(stores, id)
  }
  startWorkers()
  await eventually(async () => {
    expect((await selectImport(stores.sql, target.id, id))?.state).toBe('completed')
  }, finishesWithinMs)
  await expectEachOnce(target)
  await stores.sql`delete from links where account_id = ${target.id}`
})

it('clicks that a restored backup has are not stored again by an import that it does not know to have stored them', {
  timeout: 2 * finishesWithinMs,
}, async () => {
  const target = await createAccount(stores.sql)
  const id = await startImport(target, { dry_run: true })
  await run(id)
  const staged = await stores.sql`select * from import_parts where import_id = ${id} and kind = 'archive' order by part`
  await stores.sql`update imports set state = 'running', due_at = now() where id = ${id}`
  const stopping = new AbortController()
  const first = runImport(queues(), id, stopping.signal)
  await eventually(async () => {
    expect((await selectImport(stores.sql, target.id, id))?.contents?.clicks?.imported).toBeGreaterThan(0)
  }, finishesWithinMs)
  stopping.abort()
  await first
  // Postgres is that of before the last part; the click store has its clicks, without the tokens of their inserts.
  const left = await stores.sql`select part from import_parts where import_id = ${id} and kind = 'archive'`
  const stored = staged[staged.length - left.length - 1]
  if (stored === undefined) throw new Error('no part was imported')
  await stores.sql`insert into import_parts ${stores.sql(stored)}`
  await stores.sql`delete from click_batches`
  for (const statement of [
    ch`create table kept engine = MergeTree order by tuple() as select * from clicks`,
    ch`truncate table clicks`,
    ch`insert into clicks select * from kept settings insert_deduplicate = 0`,
  ])
    await stores.ch.longCommand(statement)
  await run(id)
  await expectEachOnce(target)
  await stores.sql`delete from links where account_id = ${target.id}`
})

it('two workers with the same import create each link and click once', async () => {
  const target = await createAccount(stores.sql)
  const id = await startImport(target)
  await Promise.all([run(id), run(id), run(id)])
  expect((await selectImport(stores.sql, target.id, id))?.state).toBe('completed')
  await expectEachOnce(target)
})
