import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDns } from '#runtime/dns.ts'
import { readMigrations } from '#runtime/migrate.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { hostKey, storedHost } from '#schemas/link-record.ts'
import { startDns, type TestDns } from '../../test/dns/dns-server.ts'
import { createAccount } from '../../test/factories/account.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { type CheckStores, checkDomain } from './check-domain.ts'
import { failuresUntilFailed, failuresUntilGivenUp } from './judge-records.ts'
import { recheckDomains } from './recheck-domains.ts'

let server: TestDns
let stores: TestStores
let checked: CheckStores

beforeAll(async () => {
  server = await startDns()
  stores = await openTestStores()
  checked = { ...stores, dns: createDns([server.address]) }
})
afterAll(async () => {
  await stores.close()
  await server.close()
})
afterEach(async () => {
  await stores.sql`delete from links`
  await stores.sql`delete from domains`
})

let made = 0

/** A branded domain that is due for a check. */
async function addDue({ status = 'pending', failures = 0, host = `go${made++}.example` } = {}) {
  const [id, token] = [uuidv7(), `token of ${host}`]
  const account = await hearing(stores.sql, await createAccount(stores.sql))
  await stores.sql`
    insert into domains (id, account_id, type, host, status, failures, verification_token, next_check_at)
    values (${id}, ${account.id}, 'branded', ${host}, ${status}, ${failures}, ${token}, now())`
  return { id, host, token, account }
}

async function read(id: string) {
  const [row] = await stores.sql<{ status: string; failures: number; wait: number | null }[]>`
    select status, failures, round(extract(epoch from next_check_at - last_checked_at))::int as wait
    from domains
    where id = ${id}`
  return row
}

const recordOf = async (host: string) => storedHost.parse(JSON.parse((await stores.redis.get(hostKey(host))) ?? '{}'))

it('verifies a domain, notifies webhooks and redirectors, and checks again a day later', async () => {
  const { id, host, token, account } = await addDue({ failures: 5 })
  server.set(`_waymark.${host}`, 'TXT', token)
  await recheckDomains(checked)
  expect(await read(id)).toEqual({ status: 'verified', failures: 0, wait: 86_400 })
  expect(await recordOf(host)).toMatchObject({ domain_id: id })
  expect(await stores.sql`select type from webhook_messages where account_id = ${account.id}`).toEqual([
    { type: 'domain.verified' },
  ])
  expect(await stores.sql`select from outbox`).toEqual([])
})

it('checks only branded domains that are due', async () => {
  const { id } = await addDue()
  await stores.sql`update domains set next_check_at = now() + interval '1 minute'`
  await recheckDomains(checked)
  expect(await read(id)).toEqual({ status: 'pending', failures: 0, wait: null })
})

it('leaves the automatic check as it is after a check on request', async () => {
  const { id, host, token } = await addDue({ status: 'verified', failures: 8 })
  await stores.sql`update domains set next_check_at = now() + interval '4 hours'`
  const planned = () => stores.sql`select failures, next_check_at from domains where id = ${id}`
  const before = await planned()
  const found = await checkDomain(checked, { id, host, verification_token: token }, true)
  expect([found?.status, await planned()]).toEqual(['verified', before])
})

it('stops serving a domain without its TXT record once the limit is reached, not before', async () => {
  const { id, host, account } = await addDue({ status: 'verified', failures: failuresUntilFailed - 2 })
  await recheckDomains(checked)
  expect(await read(id)).toMatchObject({ status: 'verified', failures: failuresUntilFailed - 1 })
  expect(await recordOf(host)).toMatchObject({ domain_id: id })
  await stores.sql`update domains set next_check_at = now()`
  await recheckDomains(checked)
  expect(await read(id)).toMatchObject({ status: 'failed', failures: failuresUntilFailed })
  expect(await recordOf(host)).toMatchObject({ absent: true })
  expect(
    await stores.sql`select type, data->>'status' as status from webhook_messages where account_id = ${account.id}`,
  ).toEqual([{ type: 'domain.failed', status: 'failed' }])
})

const uses: [string, (id: string) => Promise<unknown>][] = [
  ['was verified before', (id) => stores.sql`update domains set verified_at = now() where id = ${id}`],
  [
    'has links',
    (id) => stores.sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
      select gen_random_uuid(), account_id, id, 'sale', true, nextval('link_rev'), 'https://example.com/'
      from domains
      where id = ${id}`,
  ],
]
it.each(uses)(
  'checks a failed domain that %s every day, and serves it again once its record is back',
  async (_, use) => {
    const { id, host, token } = await addDue({ status: 'failed', failures: failuresUntilGivenUp })
    await use(id)
    await recheckDomains(checked)
    expect(await read(id)).toEqual({ status: 'failed', failures: failuresUntilGivenUp + 1, wait: 86_400 })
    await stores.sql`update domains set next_check_at = now()`
    server.set(`_waymark.${host}`, 'TXT', token)
    await recheckDomains(checked)
    expect(await read(id)).toEqual({ status: 'verified', failures: 0, wait: 86_400 })
    expect(await recordOf(host)).toMatchObject({ domain_id: id })
  },
)

it('an upgrade plans the check of each failed domain that is used, as earlier versions stopped checking it', async () => {
  const migration = readMigrations('postgres').find(({ name }) => name.endsWith('_crashes_and_failed_domains.sql'))
  const [wakes = ''] = migration?.sql.split(';') ?? []
  const failed = { status: 'failed', failures: failuresUntilGivenUp }
  const used = []
  for (const [, use] of uses) {
    const { id } = await addDue(failed)
    await use(id)
    used.push(id)
  }
  await addDue(failed)
  await addDue({ status: 'disabled' })
  await stores.sql`update domains set next_check_at = null`
  await stores.sql.unsafe(wakes)
  const planned = await stores.sql<{ id: string }[]>`
    select id
    from domains
    where next_check_at between now() + interval '59 minutes' and now() + interval '25 hours'
    order by id`
  expect(planned.map(({ id }) => id)).toEqual(used.sort())
  expect(await stores.sql`select from domains where next_check_at is null`).toHaveLength(2)
})

it('stops checking a failed domain that nothing uses', async () => {
  const { id } = await addDue({ status: 'failed', failures: failuresUntilGivenUp - 1 })
  await recheckDomains(checked)
  expect(await read(id)).toEqual({ status: 'failed', failures: failuresUntilGivenUp, wait: null })
})

it('waits longer after each failed check, and does not count checks while DNS is down', async () => {
  const [pending, served] = [await addDue({ failures: 3 }), await addDue({ status: 'verified', failures: 3 })]
  server.fail(true)
  await recheckDomains(checked).finally(() => server.fail(false))
  expect(await read(pending.id)).toEqual({ status: 'pending', failures: 4, wait: 480 })
  expect(await read(served.id)).toEqual({ status: 'verified', failures: 3, wait: 3_600 })
})

it('is not delayed by an owner who checks repeatedly', async () => {
  const { id, host, token } = await addDue({ status: 'verified', failures: 1 })
  await checkDomain(checked, { id, host, verification_token: token }, true)
  expect(await read(id)).toMatchObject({ status: 'verified', failures: 1 })
  await recheckDomains(checked)
  expect(await read(id)).toMatchObject({ status: 'verified', failures: 2 })
})

it('continues with the other domains if one cannot be written', async () => {
  const [bad, good] = [await addDue(), await addDue()]
  await stores.sql`alter table domains add constraint refused check (id <> ${stores.sql.unsafe(`'${bad.id}'`)} or failures = 0)`
  await recheckDomains(checked)
  await stores.sql`alter table domains drop constraint refused`
  expect([(await read(bad.id))?.failures, (await read(good.id))?.failures]).toEqual([0, 1])
})
