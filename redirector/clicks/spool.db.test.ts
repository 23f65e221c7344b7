import type { ChildProcess } from 'node:child_process'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { spoolFolder } from '#model/spool/spool-folder.ts'
import { readFrames } from '#model/spool/spool-frame.ts'
import { readConfig } from '#runtime/config.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector, spawnRedirector, spooled } from '../../test/redirector/run-redirector.ts'
import { readClicks, storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

const visitorsAtOnce = 16
const answersLeast = 100
/** Up to this many more visits: the kill comes at any moment in the life of a segment. */
const answersMore = 400

describe.each(['uws', 'node'])('the clicks of a killed redirector on %s', (transport) => {
  let stores: TestStores

  beforeAll(async () => {
    stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
    await links.insert('tracked', { tracking_enabled: true })
  })

  afterAll(() => stores.close())

  it('are on disk if their visits got a response, and another redirector ships each one once', async () => {
    const { child, port } = await spawnRedirector(stores, { TRANSPORT: transport })
    const answered = await visitUntilKilled(stores, child, port)
    const onDisk = await readSpool(stores)
    expect([...answered].filter((token) => !onDisk.includes(token))).toEqual([])

    await appendFile(await anySegment(stores), 'half a record')
    const workers = storeClicks(stores)
    onTestFinished(() => workers.close())
    const config = readConfig({
      REDIRECT_PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      INSTANCE: '1',
      DATA_DIR: stores.config.DATA_DIR,
    })
    const heir = await runRedirector({ ...stores, config })
    onTestFinished(() => heir.lifecycle.stop())
    const stored = () => workers.clicks().map((click) => click.query)
    await eventually(() => expect([...answered].filter((token) => !stored().includes(token))).toEqual([]))
    await eventually(async () => expect([...(await spooled(stores, 0)), ...(await spooled(stores, 1))]).toEqual([]))
    expect(new Set(stored()).size).toBe(stored().length)
  })
})

/** The tokens of visits that got a response. */
async function visitUntilKilled(stores: TestStores, child: ChildProcess, port: number): Promise<Set<string>> {
  const answered = new Set<string>()
  let alive = true
  const keepVisiting = async (visitor: number) => {
    for (let count = 0; alive; count++) {
      const token = `t=${visitor}-${count}`
      const seen = await visit(port, `/tracked?${token}`).catch(() => undefined)
      if (seen?.status === 302) answered.add(token)
    }
  }
  const visitors = Array.from({ length: visitorsAtOnce }, (_, visitor) => keepVisiting(visitor))
  const enough = answersLeast + Math.random() * answersMore
  await eventually(async () => {
    expect(answered.size).toBeGreaterThan(enough)
    expect((await spooled(stores)).some((name) => name.endsWith('.seg'))).toBe(true)
  })
  child.kill('SIGKILL')
  alive = false
  await Promise.all(visitors)
  return answered
}

async function readSpool(stores: TestStores): Promise<string[]> {
  const folder = spoolFolder(stores.config.DATA_DIR, 0)
  const segments = await Promise.all((await spooled(stores)).map((name) => readFile(join(folder, name))))
  return segments.flatMap((bytes) => readClicks(readFrames(bytes).payloads.join('')).map(({ query }) => query))
}

async function anySegment(stores: TestStores): Promise<string> {
  const names = (await spooled(stores)).sort()
  return join(spoolFolder(stores.config.DATA_DIR, 0), names.find((name) => name.endsWith('.open')) ?? names[0] ?? '')
}
