import { once } from 'node:events'
import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#model/accounts/passwords.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { spawnRedirector, spooled } from '../../test/redirector/run-redirector.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

/** A redirector ends within this time after SIGTERM. */
const stopMostMs = 10_000

describe.each(['uws', 'node'])('a redirector on %s that receives SIGTERM', (transport) => {
  let stores: TestStores
  /** The wrong passwords of a link, after which attempts wait for 8 s. */
  let failures: string

  beforeAll(async () => {
    stores = await openTestStores()
    const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
    await links.insert('tracked', { tracking_enabled: true })
    await links.insert('locked')
    const [locked] = await stores.sql<{ id: string }[]>`
      update links set password_hash = ${await hashPassword('open sesame')} where code = 'locked'
      returning id`
    failures = `unlock:${locked?.id}`
    await stores.redis.set(failures, 1_000, 'EX', 600)
  })
  afterAll(() => stores.close())

  it('reports not ready, ends waits, serves visits while load balancers move on, seals its clicks and exits', async () => {
    const { child, port } = await spawnRedirector(stores, { TRANSPORT: transport })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await visit(port, '/tracked', { agent })).headers.connection).not.toBe('close')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const unlocking = visit(port, '/locked', { method: 'POST', body: 'password=open+sesame', headers })
    await eventually(async () => expect(await stores.redis.get(failures)).toBe('1001'))
    const start = performance.now()
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    for (;;) {
      const ready = await visit(port, '/readyz', { agent })
      if (ready.status !== 503) continue
      expect(ready.headers.connection).toBe('close')
      break
    }
    expect(await unlocking).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(await stores.redis.get(failures)).toBe('1000')
    expect((await visit(port, '/readyz/drain', { agent })).status).toBe(404)
    const afterwards = await visit(port, '/tracked', { agent })
    expect(afterwards).toMatchObject({ status: 302, headers: { connection: 'close' } })
    expect(await ended).toEqual([0, null])
    expect(performance.now() - start).toBeLessThan(stopMostMs)
    await expect(visit(port, '/tracked')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    agent.destroy()
    const names = await spooled(stores)
    expect(names.filter((name) => !name.endsWith('.seg'))).toEqual([])
    expect(names.length).toBeGreaterThan(0)
  })
})
