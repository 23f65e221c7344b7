import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { leftOut, writeAll } from '#model/backup/back-up-postgres.ts'
import { clickFile, keysCopy, manifestFile, readManifest, tableFile } from '#model/backup/manifest.ts'
import { createLink } from '#model/links/create-link.ts'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { ch } from '#runtime/ch-tag.ts'
import { keysFile, SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount, type TestAccount } from '../test/factories/account.ts'
import { createCampaign } from '../test/factories/campaigns.ts'
import { clickBatch, rawClick } from '../test/factories/click-batch.ts'
import { createKey } from '../test/factories/key.ts'
import { findBaseDomain, plainLink } from '../test/factories/links.ts'
import { openEmptyStores } from '../test/stack/empty-stores.ts'
import type { TestStores } from '../test/stack/stores.ts'
import { openPipeline } from '../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../workers/clicks/process-batch.ts'
import { runWaymark, stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

const clicksOfBatch = 40
let folder: string
let links: string[]
let account: TestAccount

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'waymark-backup-')), 'first')
  account = await createAccount(stores.sql)
  await createKey(stores.sql, account)
  await createCampaign(stores.sql, account)
  const domain = await findBaseDomain(stores.sql, stores.config)
  links = []
  for (let index = 0; index < 5; index++) {
    const made = await createLink(stores, plainLink(account.id, domain, { url: `https://example.com/${index}?a=\t"ä` }))
    if (made.kind === 'created') links.push(made.link.id)
  }
  await writeFile(keysFile(stores.config.DATA_DIR), 'a key of this installation\n')
  for (let batch = 0; batch < 5; batch++) await storeBatch()
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

const storeBatch = () =>
  processBatch(
    openPipeline(stores),
    clickBatch(
      Array.from({ length: clicksOfBatch }, (_, index) =>
        rawClick({ account_id: account.id, link_id: links[index % links.length] as string }),
      ),
    ),
  )

/** Runs something while batches are stored one after another. */
async function underLoad<Result>(run: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const load = (async () => {
    while (!isOver) await storeBatch()
  })()
  try {
    return await run()
  } finally {
    isOver = true
    await load
  }
}

async function restoreInto(target: TestStores, from = folder, settings: NodeJS.ProcessEnv = {}) {
  // Test files share their Redis.
  await target.redis.flushdb()
  return await runWaymark(target, ['restore', from], settings).then(
    ({ stdout }) => ({ status: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, said: stderr }),
  )
}

const rowsOf = ({ sql }: TestStores, table: string) =>
  sql<{ row: string }[]>`select ${sql(table)}::text as row from ${sql(table)} order by 1`

const countRow = z.object({ link_id: z.string(), clicks: z.int() })
const storedClicks = async (target: TestStores) =>
  new Map(
    (await target.ch.query(ch`select link_id, count() as clicks from clicks group by link_id`, countRow)).map(
      ({ link_id, clicks }) => [link_id, clicks],
    ),
  )

describe('a backup that was taken while clicks arrived', () => {
  let target: TestStores
  beforeAll(async () => {
    const taken = await underLoad(() => waymark(['backup', folder]))
    expect(taken).toMatchObject({ status: 0 })
    target = await openEmptyStores()
    expect(await restoreInto(target)).toEqual({ status: 0, said: expect.stringContaining('Start Waymark now.') })
  })
  afterAll(() => target.close())

  it('has every row of the tables that did not change', async () => {
    const { tables } = await readManifest(folder)
    const changing = ['click_batches', 'link_counts', 'outbox', 'webhook_messages', 'webhook_batches']
    const compared = tables.filter(({ name }) => !changing.includes(name))
    for (const { name } of compared) expect(await rowsOf(target, name), name).toEqual(await rowsOf(stores, name))
    expect(compared.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['accounts', 'api_keys', 'campaigns', 'domains', 'links']),
    )
  })

  it('has as many clicks of each link as the link counts, and none of a later batch', async () => {
    const { late_batches } = await readManifest(folder)
    expect(late_batches.length).toBeGreaterThan(0)
    const counts = await target.sql<{ link_id: string; clicks: number }[]>`select link_id, clicks from link_counts`
    expect(await storedClicks(target)).toEqual(new Map(counts.map(({ link_id, clicks }) => [link_id, clicks])))
    const [first] = counts
    expect(first?.clicks).toBeGreaterThanOrEqual((5 * clicksOfBatch) / links.length)
    expect(first?.clicks).toBeLessThan((await storedClicks(stores)).get(first?.link_id ?? '') ?? 0)
  })

  it('has the facts of links as soon as the workers have run', async () => {
    await target.sql.begin((tx) => relayFacts(tx, target.ch))
    const facts = await target.ch.query(ch`select count() as rows from link_facts final`, z.object({ rows: z.int() }))
    expect(facts).toEqual([{ rows: links.length }])
  })

  it('has the encryption keys, and the numbers of new rows continue', async () => {
    expect(await readFile(keysFile(target.config.DATA_DIR), 'utf8')).toBe('a key of this installation\n')
    const [before] = await stores.sql<{ rev: number }[]>`select max(rev) as rev from links`
    const [next] = await target.sql<{ rev: number }[]>`select nextval('link_rev') as rev`
    expect(next?.rev).toBeGreaterThan(before?.rev ?? 0)
  })

  it('stores a late batch once more when its redirector sends it again', async () => {
    const before = (await storedClicks(target)).get(links[0] as string) ?? 0
    await processBatch(
      openPipeline(target),
      clickBatch([rawClick({ account_id: account.id, link_id: links[0] as string })]),
    )
    expect((await storedClicks(target)).get(links[0] as string)).toBe(before + 1)
  })

  it('never replaces the encryption keys of another installation', async () => {
    const other = await openEmptyStores()
    await writeFile(keysFile(other.config.DATA_DIR), 'keys that exist nowhere else\n')
    expect(await restoreInto(other)).toMatchObject({ status: 1, said: expect.stringContaining('has other keys') })
    expect(await readFile(keysFile(other.config.DATA_DIR), 'utf8')).toBe('keys that exist nowhere else\n')
    await other.close()
  })

  it('is neither mixed with other data nor written over another backup', async () => {
    expect(await restoreInto(target)).toMatchObject({
      status: 1,
      said: expect.stringContaining('Postgres is not empty'),
    })
    expect(await waymark(['backup', folder])).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') })
  })
})

it('no table in a backup refers to one that is left out, which would keep it from being restored', async () => {
  const found = await stores.sql`
    select conrelid::regclass::text as in_table
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid::regclass::text = any(${leftOut}) and conrelid::regclass::text <> all(${leftOut})`
  expect([...found]).toEqual([])
})

it('a damaged or incomplete backup changes nothing, and another one can be restored', async () => {
  const damaged = join(folder, '..', 'damaged')
  expect(await waymark(['backup', damaged])).toMatchObject({ status: 0 })
  expect(await readFile(keysCopy(damaged), 'utf8')).toBe('a key of this installation\n')
  const { clicks } = await readManifest(damaged)
  await truncate(tableFile(damaged, 'links'), 40)
  const target = await openEmptyStores()
  try {
    expect(await restoreInto(target, damaged)).toMatchObject({ status: 1 })
    await truncate(clickFile(damaged, clicks[0]?.file ?? ''), 40)
    expect(await restoreInto(target, damaged)).toMatchObject({ status: 1 })
    await rm(manifestFile(damaged))
    expect(await restoreInto(target, damaged)).toMatchObject({
      status: 1,
      said: expect.stringContaining('no complete backup'),
    })
    expect(await target.sql`select from links`).toEqual([])
    expect(await restoreInto(target)).toMatchObject({ status: 0 })
    expect((await storedClicks(target)).size).toBe(links.length)
  } finally {
    await target.close()
  }
})

it('with ENCRYPTION_KEY, no file of keys is copied or written, and a missing key is named', async () => {
  const [own, other] = ['k'.repeat(40), 'o'.repeat(40)]
  const keyId = new SecretKeys({ ...stores.config, ENCRYPTION_KEY: [own] }).newest()
  const taken = join(folder, '..', 'key in settings')
  await stores.sql`insert into encryption_key (key_id) values (${keyId})`
  try {
    const { status, stderr } = await waymark(['backup', taken], { ENCRYPTION_KEY: own })
    expect([status, stderr]).toEqual([0, expect.stringContaining('Keep a copy of ENCRYPTION_KEY')])
  } finally {
    await stores.sql`delete from encryption_key`
  }
  expect(existsSync(keysCopy(taken)), 'the file of DATA_DIR is not used').toBe(false)

  const target = await openEmptyStores()
  try {
    const file = keysFile(target.config.DATA_DIR)
    await writeFile(file, 'keys of another installation\n')
    // As in a backup that was taken without ENCRYPTION_KEY.
    await writeFile(keysCopy(taken), 'keys of the backup\n')
    expect(await restoreInto(target, taken, { ENCRYPTION_KEY: other })).toEqual({
      status: 0,
      said: expect.stringMatching(
        `Before you start Waymark: The encryption key ${keyId} .*The keys of the backup are in ${keysCopy(taken)}`,
      ),
    })
    expect(await readFile(file, 'utf8')).toBe('keys of another installation\n')
  } finally {
    await target.close()
  }
})

it('a large table is written, a file that cannot be written fails, and the connection stays usable', async () => {
  const file = join(folder, '..', 'large')
  await stores.sql.begin(async (tx) => {
    const copy = () => tx`copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`.readable()
    await writeAll(await copy(), file)
    expect(gunzipSync(await readFile(file)).length).toBe(20_000 * 1_001)
    expect(await tx`select 1 as one`).toEqual([{ one: 1 }])
    await expect(writeAll(await copy(), join(file, 'no folder'))).rejects.toThrow('ENOTDIR')
    expect(await tx`select 1 as one`).toEqual([{ one: 1 }])
  })
})
