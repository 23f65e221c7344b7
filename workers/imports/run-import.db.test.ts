import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { findDueImports } from '#model/imports/import-turn.ts'
import { pauseImport, resumeImport, selectImport } from '#model/imports/imports.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { type Tx, withTransactions } from '#runtime/postgres.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { serveShlink } from '../../test/api/imports/services/shlink.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createImport, endLease } from '../../test/factories/imports.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runImport } from './run-import.ts'
import { finishesWithinMs, kill, useWorkerProcesses } from './worker-processes.fixture.ts'

let stores: TestStores
let account: TestAccount
const startWorkers = useWorkerProcesses(() => stores)
beforeAll(async () => {
  stores = await openTestStores()
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

const run = (id: string) => runImport(stores, id, new AbortController().signal)
const read = (id: string) => selectImport(stores.sql, account.id, id)

/** Each link of the source exists once, with its clicks, and has one outcome. */
async function expectEachOnce(id: string, count: number, start: string) {
  const links = await stores.sql<{ url: string; code: string; clicks: number }[]>`
    select url, code, link_counts.clicks
    from links
    join link_counts on link_id = links.id
    where links.account_id = ${account.id}`
  const expected = Array.from(
    { length: count },
    (_, index) => `https://example.com/${index} ${start}-${index} ${index % 3}`,
  )
  expect(links.map(({ url, code, clicks }) => `${url} ${code} ${clicks}`).sort()).toEqual(expected.sort())
  const items = await stores.sql`select outcome from import_items where import_id = ${id} and outcome = 'created'`
  expect(items).toHaveLength(count)
  expect((await stores.sql`select from import_parts where import_id = ${id}`).count).toBe(0)
}

it('a link is imported once when its worker is killed during the import', {
  timeout: 2 * finishesWithinMs,
}, async () => {
  const count = 5_000
  const { id } = await createImport(stores, account, { count, start: 'killed' })
  for (const share of [0.1, 0.5]) {
    const worker = startWorkers()
    await eventually(async () => {
      expect((await read(id))?.created).toBeGreaterThan(share * count)
    }, finishesWithinMs)
    await kill(worker)
  }
  expect((await read(id))?.state).toBe('running')
  await endLease(stores, id)
  startWorkers()
  await eventually(async () => expect((await read(id))?.state).toBe('completed'), finishesWithinMs)
  expect(await read(id)).toMatchObject({ found: count, created: count, renamed: 0, skipped: 0, failed: 0 })
  await expectEachOnce(id, count, 'killed')
})

it('reads each page of an API once when its worker is killed, and imports each link once', {
  timeout: 3 * finishesWithinMs,
}, async () => {
  const count = 3_000
  const codes = Array.from({ length: count }, (_, index) => `api-${index}`)
  const service = await serveShlink(codes.map((shortCode) => ({ shortCode, nonBots: 2 })))
  const from = { base_url: service.url, token: 'token-of-the-service', keys: new SecretKeys(stores.config) }
  const { id } = await createImport(stores, account, { source: 'shlink', with_visits: false, from })
  for (const [column, share] of [
    ['found', 0.3],
    ['created', 0.3],
  ] as const) {
    const worker = startWorkers({ IMPORT_ALLOW_PRIVATE: 'true' })
    await eventually(async () => expect((await read(id))?.[column]).toBeGreaterThan(share * count), finishesWithinMs)
    await kill(worker)
    expect((await read(id))?.state).toBe('running')
    await endLease(stores, id)
  }
  startWorkers({ IMPORT_ALLOW_PRIVATE: 'true' })
  await eventually(async () => expect((await read(id))?.state).toBe('completed'), finishesWithinMs)
  expect(await read(id)).toMatchObject({ found: count, created: count, conflicts: 0, skipped: 0, failed: 0 })
  const links = await stores.sql<{ code: string; clicks: number }[]>`
    select code, clicks from links join link_counts on link_id = links.id where links.account_id = ${account.id}`
  expect(links.map(({ code }) => code).sort()).toEqual([...codes].sort())
  expect(links.every(({ clicks }) => clicks === 2)).toBe(true)
  // A page may be asked for again if the worker was killed before it was kept: at most one per kill.
  expect(service.calls.length).toBeLessThanOrEqual(count / 100 + 2)
})

it('a visit of a dump is stored once when its worker is killed while it stores visits', {
  timeout: 3 * finishesWithinMs,
}, async () => {
  const [links, visits] = [500, 40_000]
  const urls = Array.from(
    { length: links },
    (_, index) => `('log-${index}','https://example.com/','','2020-01-01','',7)`,
  )
  const log = Array.from(
    { length: visits },
    (_, index) =>
      `(${index},'2024-01-01 00:00:00','log-${index % links}','direct','Agent ${index % 9}','192.0.2.1','US')`,
  )
  const text = `INSERT INTO yourls_log VALUES ${log.join()};\nINSERT INTO yourls_url VALUES ${urls.join()};\n`
  const layout = { format: 'mysql' as const, encoding: 'utf-8', delimiter: '', header: [], fields: {}, unused: [] }
  const from = { file_name: 'dump.sql', layout, content: Readable.from([Buffer.from(text)]) }
  const { id } = await createImport(stores, account, { source: 'yourls', from })
  for (const share of [0.1, 0.6]) {
    const worker = startWorkers()
    await eventually(
      async () => expect((await read(id))?.visits_stored).toBeGreaterThan(share * visits),
      finishesWithinMs,
    )
    await kill(worker)
    expect((await read(id))?.state).toBe('running')
    await endLease(stores, id)
  }
  startWorkers()
  await eventually(async () => expect((await read(id))?.state).toBe('completed'), finishesWithinMs)
  expect(await read(id)).toMatchObject({ created: links, visits_found: visits, visits_stored: visits })
  expect(
    await stores.ch.query(
      ch`select count() as rows, uniqExact(click_id) as clicks, uniqExact(link_id) as links from clicks where account_id = ${uuid(account.id)}`,
      z.object({ rows: z.int(), clicks: z.int(), links: z.int() }),
    ),
  ).toEqual([{ rows: visits, clicks: visits, links }])
  const counted = await stores.sql`
    select distinct clicks from link_counts join links on id = link_id where links.account_id = ${account.id}`
  expect(counted).toEqual([{ clicks: 7 }])
})

it('leaves imports that need a later version to the workers of that version', async () => {
  const { id } = await createImport(stores, account, { count: 3, start: 'later' })
  await stores.sql`update imports set needs_version = 1000 where id = ${id}`
  await run(id)
  expect(await read(id)).toMatchObject({ state: 'running', turn: 0, found: 0 })
  expect(await stores.sql.begin(findDueImports)).not.toContain(id)
  await stores.sql`update imports set needs_version = 1 where id = ${id}`
  expect(await stores.sql.begin(findDueImports)).toContain(id)
  await run(id)
  expect(await read(id)).toMatchObject({ state: 'completed', created: 3 })
})

it('two workers with the same import create each link once', async () => {
  const { id } = await createImport(stores, account, { count: 1_500, start: 'twice' })
  await Promise.all([run(id), run(id), run(id)])
  // One of them has taken it from the others, wherever they were.
  expect(await read(id)).toMatchObject({ state: 'completed', created: 1_500, renamed: 0 })
  await expectEachOnce(id, 1_500, 'twice')
})

it('two imports of the same links at once create each once', async () => {
  const [one, other] = await Promise.all([
    createImport(stores, account, { count: 600, start: 'both', conflict: 'skip' }),
    createImport(stores, account, { count: 600, start: 'both', conflict: 'skip' }),
  ])
  await Promise.all([run(one.id), run(other.id)])
  const [a, b] = [await read(one.id), await read(other.id)]
  expect([a?.state, b?.state]).toEqual(['completed', 'completed'])
  expect((a?.created ?? 0) + (b?.created ?? 0)).toBe(600)
  expect((a?.skipped ?? 0) + (b?.skipped ?? 0)).toBe(600)
  expect(await stores.sql`select from links where account_id = ${account.id}`).toHaveLength(600)
})

it('a pause during the import keeps what was created, and a stopping worker leaves the rest to the next', async () => {
  const { id } = await createImport(stores, account, { count: 2_000, start: 'paused' })
  const first = run(id)
  await eventually(async () => expect((await read(id))?.created).toBeGreaterThan(0))
  await stores.sql`update imports set state = 'paused', due_at = null where id = ${id}`
  await first
  const paused = await read(id)
  expect(paused?.state).toBe('paused')
  expect((await stores.sql`select from links where account_id = ${account.id}`).count).toBe(paused?.created)
  await stores.sql`update imports set state = 'running', due_at = now() where id = ${id}`
  const stopping = new AbortController()
  stopping.abort()
  await runImport(stores, id, stopping.signal)
  expect(await read(id)).toMatchObject({ state: 'running', created: paused?.created })
  await run(id)
  await expectEachOnce(id, 2_000, 'paused')
})

it('a choice that changes during a pause applies to all links from then on, even if the worker does not notice the pause', async () => {
  const same = { count: 300, start: 'chosen' }
  await run((await createImport(stores, account, { ...same, source: 'bitly' })).id)
  const { id } = await createImport(stores, account, { ...same, conflict: 'rename' })
  let isChosen = false
  const begin = async (work: (tx: Tx) => unknown) => {
    if (!isChosen && (await read(id))?.phase === 'import') {
      isChosen = true
      await stores.sql.begin((tx) => pauseImport(tx, account.id, id))
      await stores.sql.begin((tx) => resumeImport(tx, account.id, id, 'skip'))
    }
    return await stores.sql.begin(work)
  }
  const sql = withTransactions(stores.sql, begin)
  await runImport({ ...stores, sql }, id, new AbortController().signal)
  expect([isChosen, await read(id)]).toMatchObject([true, { state: 'running', renamed: 0, skipped: 0 }])
  await stores.sql.begin(async (tx) => expect(await findDueImports(tx)).toContain(id))
  await run(id)
  expect(await read(id)).toMatchObject({ state: 'completed', renamed: 0, skipped: 300, found: 300 })
  expect(await stores.sql`select from links where account_id = ${account.id}`).toHaveLength(300)
})

it('an import whose store is away continues later, and one whose domain was deleted fails', async () => {
  const { id } = await createImport(stores, account, { count: 300, start: 'away' })
  let begun = 0
  // Away after the import was taken.
  const begin = (work: (tx: Tx) => Promise<unknown>) =>
    begun++ === 0 ? stores.sql.begin(work) : Promise.reject(new Error('away'))
  const sql = Object.assign((...given: Parameters<typeof stores.sql>) => stores.sql(...given), stores.sql, { begin })
  await runImport({ ...stores, sql: sql as typeof stores.sql }, id, new AbortController().signal)
  const [waiting] = await stores.sql`select state, failures, due_at > now() as later from imports where id = ${id}`
  expect(waiting).toEqual({ state: 'running', failures: 1, later: true })
  await run(id)
  await expectEachOnce(id, 300, 'away')
  const gone = await createImport(stores, account, { domain_id: null })
  await run(gone.id)
  expect(await read(gone.id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/domain .* was deleted/) })
})
