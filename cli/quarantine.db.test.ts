import { beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { hostKey, linkKey } from '#schemas/link-record.ts'
import { createAccount, type TestAccount } from '../test/factories/account.ts'
import { createLinkOf, findBaseDomain } from '../test/factories/links.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

let account: TestAccount
let link: { id: string }
let url: string
let code: string
beforeEach(async () => {
  account = await createAccount(stores.sql)
  code = `stop-${uuidv7().slice(-8)}`
  link = await createLinkOf(stores, account, { alias: code, url: 'https://harm.example/' })
  url = `http://localhost:8080/${code}`
})

const list = async (...args: string[]) => JSON.parse((await waymark(['quarantine', 'list', '--json', ...args])).stdout)
const add = (which: string, reason = 'Phishing') => waymark(['quarantine', 'add', which, '--reason', reason])

describe('waymark quarantine', () => {
  it('stops a link by its short URL, lists it, and lifts the quarantine by its ID', async () => {
    expect(await add(url)).toMatchObject({ status: 0, stdout: `Stopped ${url} (${link.id}).\n` })
    const { id } = await findBaseDomain(stores.sql, stores.config)
    const record = async () => JSON.parse((await stores.redis.get(linkKey(id, code))) ?? 'null')
    expect(await record()).toMatchObject({ extras: { quarantined: true } })
    expect(await list('--account', account.id)).toMatchObject([
      { id: link.id, short_url: url, account_id: account.id, destination: 'https://harm.example/', reason: 'Phishing' },
    ])
    expect((await waymark(['quarantine', 'list'])).stdout).toContain(
      `${url}  ${account.id}  https://harm.example/  Phishing\n`,
    )
    expect((await add(`localhost:8080/${code}+`)).stdout).toBe(`${url} was in quarantine already.\n`)
    expect((await waymark(['quarantine', 'remove', link.id])).stdout).toBe(
      `Lifted the quarantine of ${url} (${link.id}).\n`,
    )
    expect((await record()).extras).toBe(undefined)
    expect(await list('--account', account.id)).toEqual([])
    const actions = await stores.sql`
      select action, actor_type from audit_log where ${link.id} = any(object_ids) order by id`
    expect(actions).toEqual([
      { action: 'quarantine', actor_type: 'cli' },
      { action: 'lift_quarantine', actor_type: 'cli' },
    ])
  })

  it('stops the link that the host serves, and not an older one of an account that only added the host', async () => {
    const host = `${code}.example`
    const other = await createAccount(stores.sql)
    const served = await createLinkOf(stores, other, { alias: `${code}-2`, url: 'https://harm.example/' })
    for (const [{ id: account_id }, { id }, status] of [
      [account, link, 'failed'],
      [other, served, 'verified'],
    ] as const)
      await stores.sql`
        with added as (
          insert into domains (id, account_id, type, host, status)
          values (gen_random_uuid(), ${account_id}, 'branded', ${host}, ${status})
          returning id
        )
        update links
        set domain_id = added.id, code = 'sale'
        from added
        where links.id = ${id}`
    expect((await add(`https://${host}/sale`)).stdout).toContain(`(${served.id})`)
    expect(await list('--account', account.id)).toEqual([])
  })

  it('stops the URLs of a domain by its host, lists it, and lifts the quarantine by its ID', async () => {
    const host = `${code}.example`
    const [domain] = await stores.sql<{ id: string }[]>`
      insert into domains (id, account_id, type, host, status, not_found_url, app_links)
      values (gen_random_uuid(), ${account.id}, 'branded', ${host}, 'verified', 'https://harm.example/lost',
        ${stores.sql.json({ ios: { app_ids: [], store_url: 'https://harm.example/app' }, android: null })})
      returning id`
    const id = domain?.id ?? ''
    const record = async () => JSON.parse((await stores.redis.get(hostKey(host))) ?? 'null')
    expect(await add(host)).toMatchObject({ status: 0, stdout: `Stopped the URLs of ${host} (${id}).\n` })
    expect(await record()).toMatchObject({ domain_id: id, not_found_url: null, quarantined: true })
    expect(await list('--account', account.id)).toEqual([
      {
        ...{ id, quarantined_at: expect.any(String), domain: host, account_id: account.id, reason: 'Phishing' },
        urls: ['https://harm.example/lost', 'https://harm.example/app'],
      },
    ])
    await add(url)
    const lines = (await waymark(['quarantine', 'list', '--account', account.id])).stdout.split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(
      `  ${host}  ${account.id}  https://harm.example/lost  https://harm.example/app  Phishing`,
    )
    expect((await add(`HTTPS://${host.toUpperCase()}:443/`)).stdout).toBe(`${host} was in quarantine already.\n`)
    const lift = () => waymark(['quarantine', 'remove', id])
    expect((await lift()).stdout).toBe(`Lifted the quarantine of ${host} (${id}).\n`)
    expect((await lift()).stderr).toContain(`${host} is not in quarantine.`)
    const open = await record()
    expect([open.not_found_url, open.quarantined]).toEqual(['https://harm.example/lost', undefined])
    const entries = await stores.sql`
      select action, actor_type, before, after from audit_log where ${id} = any(object_ids) order by id`
    expect(entries).toEqual([
      { action: 'quarantine', actor_type: 'cli', before: null, after: { reason: 'Phishing' } },
      { action: 'lift_quarantine', actor_type: 'cli', before: { reason: 'Phishing' }, after: null },
    ])
  })

  it('explains what is wrong, and changes nothing', async () => {
    for (const wrong of [
      'nothing',
      'localhost',
      'other.example',
      'https://other.example/x',
      `http://localhost:8080/${code}-no`,
      uuidv7(),
    ]) {
      expect(await add(wrong)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Link or domain not found.'),
      })
    }
    expect((await add(url, '')).status).toBe(1)
    expect((await add(url, 'x'.repeat(301))).stderr).toContain('at most 300 characters')
    expect((await waymark(['quarantine', 'add', url])).status).toBe(1)
    expect((await waymark(['quarantine', 'remove', url])).stderr).toContain('is not in quarantine')
    expect((await waymark(['quarantine', 'list', '--account', 'x'])).stderr).toContain('must be the ID of an account')
    expect(await list('--account', account.id)).toEqual([])
  })

  it('leaves the change to the workers while Redis is down', async () => {
    expect(
      (await waymark(['quarantine', 'add', url, '--reason', 'Malware'], { REDIS_URL: 'redis://127.0.0.1:1' })).status,
    ).toBe(0)
    const debts = await stores.sql`select from outbox where code = ${code} and target = 'redis'`
    expect(debts.length).toBeGreaterThan(0)
  })
})
