import { afterAll, beforeAll, expect, it } from 'vitest'
import { endLease } from '../factories/imports.ts'
import { eventually } from '../stack/eventually.ts'
import { killAndReturn } from './kills.ts'
import { ProcessUse } from './process-use.ts'
import { importedLinks as count } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'
import { clicksOf, slugOf, uploadLinks, urlOf } from './upload-links.ts'

/** A million links take about 7 minutes on two cores. */
const deadlineMs = 120_000 + 3 * count
/** Memory that the API may use, and the workers. */
const mostMb = 400

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.close())

interface Progress {
  state: string
  found: number
  created: number
}

async function progressOf(id: string): Promise<Progress> {
  const [row] = await stack.sql<Progress[]>`select state, found, created from imports where id = ${id}`
  if (row === undefined) throw new Error('the import is missing')
  return row
}

const reach = (id: string, column: 'found' | 'created', share: number) =>
  eventually(async () => expect((await progressOf(id))[column]).toBeGreaterThan(share * count), deadlineMs)

it(`creates each of ${count} links once while the API and the worker are killed`, {
  timeout: 2 * deadlineMs,
}, async () => {
  const [worker] = stack.workers
  if (worker === undefined) throw new Error('the worker is missing')
  const use = new ProcessUse({ API: stack.api, workers: worker, Postgres: stack.stores.postgres })
  const upload = { apiUrl: stack.apiUrl, key: stack.key, count }
  let killing: Promise<void> | undefined
  const interrupted = uploadLinks({
    ...upload,
    async onRows(rows) {
      if (rows < count / 2) return
      killing ??= killAndReturn(stack, stack.api)
      await killing
    },
  })
  await expect(interrupted).rejects.toThrow('fetch failed')
  await killing
  expect((await stack.sql`select from imports`).count + (await stack.sql`select from import_parts`).count).toBe(0)

  const start = performance.now()
  const id = await uploadLinks(upload)
  const uploaded = performance.now()
  await reach(id, 'found', 0.3)
  await killAndReturn(stack, worker)
  await reach(id, 'created', 0.2)
  await killAndReturn(stack, worker)
  await endLease(stack, id)
  await reach(id, 'created', 0.6)
  await killAndReturn(stack, worker, stack.api)
  await endLease(stack, id)
  await eventually(async () => expect((await progressOf(id)).state).toBe('completed'), deadlineMs)
  const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(0)
  const used = Object.entries(use.stop())
  console.log(
    `${count} links: uploaded in ${((uploaded - start) / 1_000).toFixed(0)} s, imported after ${seconds(start)} s; ${used.map(([name, { memoryMb, cpuSeconds }]) => `${name}: ${memoryMb} MB, ${cpuSeconds} s of processor time`).join('; ')}`,
  )
  expect(await progressOf(id)).toEqual({ state: 'completed', found: count, created: count })
  await expectEachOnce(id)
  const ours = used.filter(([name]) => name !== 'Postgres')
  expect(ours.filter(([, { memoryMb }]) => memoryMb >= mostMb)).toEqual([])
})

async function expectEachOnce(id: string): Promise<void> {
  const links = await stack.sql<{ code: string; url: string; clicks: number }[]>`
    select code, url, clicks
    from links
    join link_counts on link_id = links.id`
  expect(links).toHaveLength(count)
  const bySlug = new Map(links.map(({ code, url, clicks }) => [code, `${url} ${clicks}`]))
  const wrong = Array.from({ length: count }, (_, row) => row).filter(
    (row) => bySlug.get(slugOf(row)) !== `${urlOf(row)} ${clicksOf(row)}`,
  )
  expect(wrong).toEqual([])
  const [sums] = await stack.sql`
    select count(*)::int as items, count(distinct link_id)::int as links, count(distinct position)::int as positions
    from import_items
    where import_id = ${id} and outcome = 'created'`
  expect(sums).toEqual({ items: count, links: count, positions: count })
  expect((await stack.sql`select from import_parts`).count).toBe(0)
}
