import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { type ClickHouse, connectClickhouse } from '#runtime/clickhouse.ts'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { builtProgram } from '#runtime/project.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { prepareDataDir } from '../../embedded/folders.ts'
import { type Stores, startStores } from '../../embedded/stores.ts'
import { prepareApp } from './apps.ts'
import { checkSet, flawless, segmentsWaiting } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLinks } from './links.ts'
import { appSettings, type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

let stack: FaultStack
let others: Stores
let sql: Sql
let clickhouse: ClickHouse
const undo: (() => unknown)[] = []

beforeAll(async () => {
  stack = await startStack()
  undo.push(() => stack.close())
  const folder = prepareDataDir(await mkdtemp(join(tmpdir(), 'waymark-others-')))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  others = await startStores({ dataDir: folder, external: {}, log: () => undefined })
  undo.push(() => others.stop())
  sql = connectPostgres(others.database_url, { name: 'guarantees', max: 2 })
  clickhouse = connectClickhouse(others.clickhouse_url)
  undo.push(() => Promise.all([sql.end({ timeout: 1 }), clickhouse.close()]))
})
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** The command line with the settings of one installation. */
const waymark = (urls: StoreUrls, ...args: string[]) =>
  promisify(execFile)(process.execPath, [builtProgram('cli/main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...settingsOf(urls), DATA_DIR: stack.dataDir },
  })

const settingsOf = (urls: StoreUrls) => ({
  DATABASE_URL: urls.database_url,
  REDIS_URL: urls.redis_url,
  CLICKHOUSE_URL: urls.clickhouse_url,
})

/** The redirector and a worker of the installation after its move, with the same data folder. */
async function startApps(): Promise<void> {
  const log = stack.supervision.write
  const prepare = (name: string, port: number, env: Record<string, string>) => {
    const [file, healthUrl] = [`${name}/main.ts`, `http://127.0.0.1:${port}/healthz`]
    const { dataDir } = stack
    return prepareApp({ name, file, dataDir, urls: others, env: { ...appSettings, ...env }, healthUrl, log })
  }
  const [port = 0] = stack.ports
  const workersPort = Number(new URL(stack.healthUrls.at(-1) ?? '').port)
  const apps = [
    prepare('redirector', port, { REDIRECT_PORT: String(port) }),
    prepare('workers', workersPort, { METRICS_PORT_WORKERS: String(workersPort) }),
  ]
  undo.push(() => Promise.all(apps.map((app) => app.stop('SIGKILL'))))
  await Promise.all(apps.map((app) => app.start()))
}

const click = z.object({ click: z.string() })
const readClicks = (from: ClickHouse) =>
  from.query(ch`select toJSONString(tuple(*)) as click from clicks order by click_id`, click)
const readLinks = (from: Sql) => from<{ link: string }[]>`
  select to_jsonb(links)::text || coalesce(link_counts.clicks, 0) as link
  from links
  left join link_counts on link_counts.link_id = links.id
  order by links.id`

it('links, counts and clicks are the same after a move, and clicks on the disk of a redirector follow', async () => {
  const codes = await createLinks(stack, 5)
  const clicker = new Clicker({ ports: stack.ports, codes })
  await clicker.clickFor(1_000)
  expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  // Clicks that no worker has stored yet stay in the spool.
  await Promise.all(stack.workers.map((worker) => worker.stop()))
  await clicker.clickFor(500)
  await Promise.all([...stack.redirectors, stack.api].map((app) => app.stop()))
  expect(segmentsWaiting(stack.dataDir)).not.toEqual([])

  const backup = join(stack.dataDir, 'backup')
  await waymark(stack.urls, 'backup', backup)
  await waymark(others, 'restore', backup)
  expect(await readLinks(sql)).toEqual(await readLinks(stack.sql))
  expect(await readClicks(clickhouse)).toEqual(await readClicks(stack.clickhouse))

  await startApps()
  for (const code of codes) expect((await visit(stack.ports[0] ?? 0, `${code}?t=last-${code}`)).status).toBe(302)
  for (const code of codes) clicker.sent.set(`last-${code}`, { code, outcome: 'answered', sentAt: Date.now() })
  expect(await checkSet({ ...stack, sql, clickhouse }, clicker)).toMatchObject(flawless)
})
