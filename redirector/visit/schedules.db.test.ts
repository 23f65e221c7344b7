import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLink } from '#model/links/create-link.ts'
import type { LinkDomain } from '#model/links/describe-link.ts'
import { makeRulesSecret } from '#model/links/link-rules.ts'
import { readSchedules } from '#model/links/link-schedules.ts'
import { publishCurrent } from '#model/publish/publish-link.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { linkKey } from '#schemas/link-record.ts'
import type { GivenSchedule } from '#schemas/schedules.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { runRedirector } from '../../test/redirector/run-redirector.ts'
import { storeClicks } from '../../test/redirector/store-clicks.ts'
import { visit } from '../../test/redirector/visit.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'

const page = (name: string) => `https://example.org/${name}`
const hour = 3_600_000

/** A change after this many milliseconds. */
const change = (ms: number, changes: GivenSchedule['changes']): GivenSchedule => ({
  at: new Date(Date.now() + ms).toISOString(),
  changes,
})
/** Long enough for some visits before it. */
const soon = 1_500

/** No worker runs here: only redirectors apply the changes. */
describe.each(['uws', 'node'] as const)('scheduled changes on %s', (transport) => {
  let stores: TestStores
  let redirector: Awaited<ReturnType<typeof runRedirector>>
  let domain: LinkDomain
  let account_id: string

  beforeAll(async () => {
    stores = await openTestStores({ TRANSPORT: transport, REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
    redirector = await runRedirector(stores)
    domain = await findBaseDomain(stores.sql, stores.config)
    account_id = (await createAccount(stores.sql)).id
  })
  afterAll(async () => {
    await redirector.lifecycle.stop()
    await stores.close()
  })

  async function create(changes: GivenSchedule[], special: Parameters<typeof plainLink>[2] = {}): Promise<string> {
    const schedules = readSchedules(changes)
    const secretKeys = new SecretKeys(stores.config)
    const rules_secret = await makeRulesSecret({ sql: stores.sql, secretKeys }, { schedules, ...special })
    const settings = { url: page('first'), schedules, ...special, ...(rules_secret && { rules_secret }) }
    const outcome = await createLink(stores, plainLink(account_id, domain, settings))
    if (outcome.kind !== 'created') throw new Error(outcome.kind)
    return outcome.link.code
  }

  async function go(path: string, headers: Record<string, string> = {}) {
    const { status, headers: received } = await visit(redirector.port, `/${path}`, { headers })
    return received.location?.replace('https://example.org/', '') ?? status
  }

  /** Visits a link until its change is due, and once more: before it and from it on, each visit has its destination. */
  async function cross(code: string, { at }: GivenSchedule, before: string | number, after: string | number) {
    for (const due = Date.parse(at); ; ) {
      const start = Date.now()
      const found = await go(code)
      const possible = [...(start < due ? [before] : []), ...(Date.now() >= due ? [after] : [])]
      expect(possible).toContain(found)
      if (start >= due) return
    }
  }

  /** Records that were not in memory. */
  async function asked(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${redirector.internalPort}/metrics`)).text()
    return Number(/^records_asked_total.*"redis".* (\d+)$/m.exec(metrics)?.[1])
  }

  it('take effect in memory at their time, although nothing is published then', async () => {
    const second = change(soon, { url: page('second') })
    const code = await create([second, change(hour, { url: page('third') })])
    const before = await asked()
    await cross(code, second, 'first', 'second')
    expect([await go(code), await go(code)]).toEqual(['second', 'second'])
    // Once, and again every two seconds if this redirector does not hear of changes.
    expect((await asked()) - before).toBeLessThan(4)
  })

  it('are in records from Redis and from Postgres, even after Redis was emptied', async () => {
    const code = await create([change(-2_000, { url: page('second') }), change(-1_000, { is_active: false })])
    expect(await go(code)).toBe(404)
    const open = await create([change(-1_000, { url: page('second') })])
    await stores.redis.flushdb()
    expect(await go(open)).toBe('second')
    await publishCurrent(stores.sql, stores.redis, { domain_id: domain.id, code: open, rev: 1 })
    expect(await stores.redis.get(linkKey(domain.id, open))).toMatch(/"later"/)
    expect(await go(open)).toBe('second')
  })

  it('replace targeting rules and their percentages', async () => {
    const everyone = { match: 'all', conditions: [{ type: 'percentage', operator: 'lt', value: 100 }] } as const
    const rule = { ...everyone, conditions: [...everyone.conditions], destination_url: page('rule') }
    const none = change(soon, { targeting_rules: [] })
    const code = await create([change(-1_000, { targeting_rules: [rule] }), none])
    expect(await stores.redis.get(linkKey(domain.id, code))).toMatch(/"secret":"sealed:/)
    await cross(code, none, 'rule', 'first')
  })

  it('enable a link, and show in its preview', async () => {
    const open = change(soon, { url: page('second'), is_active: true })
    const code = await create([open], { is_active: false })
    await cross(code, open, 404, 'second')
    const { body } = await visit(redirector.port, `/${code}+`)
    expect(body).toContain(page('second'))
  })

  it('do not open a link that is locked, expired or scheduled', async () => {
    const changes = [change(-1_000, { url: page('second') })]
    const locked = await create(changes, { password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' })
    const over = await create(changes, { expires_at: new Date(Date.now() - 1_000) })
    const early = await create(changes, { starts_at: new Date(Date.now() + hour) })
    expect([await go(locked), await go(over), await go(early)]).toEqual([401, 410, 404])
  })

  it('are in the destinations of clicks', async () => {
    const second = change(soon, { url: page('second') })
    const code = await create([second], { tracking_enabled: true })
    const workers = storeClicks(stores)
    try {
      await cross(code, second, 'first', 'second')
      await eventually(() => {
        const urls = workers.clicks().map(({ destination_url: url }) => url)
        expect(urls).toEqual(expect.arrayContaining([page('first'), page('second')]))
      })
    } finally {
      await workers.close()
    }
  })
})
