import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { startBlocklist } from '#model/safety/blocklist.ts'
import { keepProblem, takeDueList } from '#model/safety/fetched-lists.ts'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { openQueue } from '#runtime/queues.ts'
import { reportProcess } from '#runtime/report-process.ts'
import { processReportsKey } from '#schemas/process-report.ts'
import { systemState } from '#schemas/system.ts'
import { createAccount } from '../../factories/account.ts'
import { newBatchId } from '../../factories/click-batch.ts'
import { createKey } from '../../factories/key.ts'
import { createUser } from '../../factories/user.ts'
import { eventually } from '../../stack/eventually.ts'
import { startOwnRedis } from '../../stack/own-redis.ts'
import { Browser } from '../support/browser.ts'
import { startApi } from '../support/http.ts'
import { account, api, email, password, stores, useSessions } from '../support/sessions.ts'

useSessions()

async function ask(headers: Record<string, string>) {
  const response = await fetch(`${api.url}/api/app/system`, { headers })
  return { status: response.status, json: (await response.json()) as { data: unknown } }
}
const read = async (one: Browser) => {
  const { status, json } = await ask({ cookie: one.cookieHeader })
  expect(status).toBe(200)
  return systemState.parse(json.data)
}

/** The oldest account is that of the installation. */
async function signInOwner(): Promise<Browser> {
  await stores.sql`update accounts set created_at = '2000-01-01' where id = ${account.id}`
  await stores.sql`update accounts set created_at = now() where id <> ${account.id}`
  const browser = new Browser(api)
  expect((await browser.login(email, password)).status).toBe(303)
  return browser
}

it('is shown while Redis does not respond', async () => {
  const owner = await signInOwner()
  const own = await startOwnRedis(stores.urls)
  const other = await startApi({ ...stores, redis: own.redis })
  await own.redis.call('CLIENT', 'PAUSE', '8000', 'ALL')
  const response = await fetch(`${other.url}/api/app/system`, { headers: { cookie: owner.cookieHeader } })
  const { data } = (await response.json()) as { data: unknown }
  expect([response.status, data]).toMatchObject([200, { processes: null, queues: null }])
  expect(systemState.parse(data).stores.find(({ name }) => name === 'redis')?.ok).toBe(false)
  await own.stop()
  await other.close()
})

it('shows the owner versions, sizes, queues and the state of click ingestion', async () => {
  const owner = await signInOwner()
  const queue = openQueue('clicks', stores.redis)
  await queue.add({ batch_id: newBatchId(), rows: 1, tsv: '', reply_to: 'nobody' }, 'waiting')
  await stores.sql`
    insert into click_batches (batch_id, rows, claimed_at, stored_at)
    values
      (${newBatchId(Date.now() - 5_000)}, 1, now(), now()),
      (${newBatchId(Date.now() - 90_000)}, 1, now() - interval '1 minute', null)`
  const state = await read(owner)
  expect(state.stores.map(({ name, ok }) => [name, ok])).toEqual([
    ['postgres', true],
    ['redis', true],
    ['clickhouse', true],
  ])
  for (const { version, size_bytes } of state.stores)
    expect([version !== null, (size_bytes ?? -1) >= 0]).toEqual([true, true])
  expect(state.queues?.map(({ name, waiting }) => [name, waiting])).toEqual([
    ['clicks', 1],
    ['qr', 0],
    ['webhooks', 0],
    ['destinations', 0],
    ['imports', 0],
  ])
  expect(state.ingest).toMatchObject({ unfinished: 1, lag_ms: expect.any(Number) })
  expect(state.ingest.lag_ms).toBeGreaterThanOrEqual(5_000)
  expect(state.problems.map(({ what }) => what)).toContain('No redirector is running.')
})

it('shows the size of the blocklist, when it was changed, and why a newer one was not read', async () => {
  const owner = await signInOwner()
  expect((await read(owner)).blocklist).toBe(null)
  const path = join(stores.config.DATA_DIR, 'blocklist.txt')
  Object.assign(stores.config, { BLOCKLIST: path })
  await writeFile(path, 'evil.example\n0.0.0.0 worse.example\n')
  const parts = { sql: stores.sql, log: stores.log, config: stores.config }
  const list = await startBlocklist({ ...parts, lifecycle: { onStop: () => undefined } })
  await list.stop()
  const loaded = await read(owner)
  expect(loaded.blocklist).toEqual({ hosts: 2, changed_at: expect.any(String), problem: null })
  expect(Math.abs(Date.parse(loaded.blocklist?.changed_at ?? '') - Date.now())).toBeLessThan(60_000)
  await rm(path)
  await list.refresh()
  const { blocklist, problems } = await read(owner)
  expect(blocklist).toEqual({ ...loaded.blocklist, problem: expect.stringContaining('ENOENT') })
  expect(problems.map(({ advice }) => advice)).toContain('The previous list is in use. Check BLOCKLIST.')

  const url = 'https://lists.example/hosts?key=top-secret'
  Object.assign(stores.config, { BLOCKLIST: url })
  const fetched = await startBlocklist({ ...parts, lifecycle: { onStop: () => undefined } })
  await fetched.stop()
  await takeDueList(stores.sql, url)
  await keepProblem(stores.sql, url, 'the response has status 500')
  const state = await read(owner)
  expect(state.blocklist).toEqual({ hosts: 0, changed_at: null, problem: 'the response has status 500' })
  expect(JSON.stringify(state)).not.toContain('top-secret')
  Object.assign(stores.config, { BLOCKLIST: undefined })
})

it('shows what each process reports, until it stops', async () => {
  const owner = await signInOwner()
  const lifecycle = createLifecycle(stores.log)
  reportProcess('workers', { ...stores, registry: new Registry(), lifecycle })
  await eventually(async () => {
    const state = await read(owner)
    expect(state.processes).toEqual([expect.objectContaining({ name: 'workers', pid: process.pid, is_silent: false })])
    expect(state.problems.map(({ what }) => what)).not.toContain('No worker is running.')
  })
  await stores.redis.hset(processReportsKey, 'another release', JSON.stringify({ name: 'oven' }))
  await lifecycle.stop()
  expect((await read(owner)).processes).toEqual([])
})

it('is only for the owner of the installation', async () => {
  await signInOwner()
  const other = await createAccount(stores.sql)
  const stranger = new Browser(api)
  await stranger.login((await createUser(stores.sql, other, password)).email, password)
  const { key } = await createKey(stores.sql, account)
  expect((await ask({ cookie: stranger.cookieHeader })).status).toBe(403)
  expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(403)
  expect((await ask({})).status).toBe(401)
  const owns = async (one: Browser) => {
    const response = await fetch(`${api.url}/api/app/session`, { headers: { cookie: one.cookieHeader } })
    return ((await response.json()) as { data: { installation: { is_owner: boolean } } }).data.installation.is_owner
  }
  expect([await owns(stranger), await owns(await signInOwner())]).toEqual([false, true])
})
