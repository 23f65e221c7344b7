import { expect, it } from 'vitest'
import { cliOrigin } from '#model/accounts/audit-log.ts'
import { quarantineDomain } from '#model/domains/quarantine-domain.ts'
import {
  account,
  anotherKey,
  ask,
  eventsOf,
  expectError,
  reserve,
  stores,
  useDomainBed,
} from '../../domains/domain-bed.ts'
import { createAccount } from '../../factories/account.ts'

useDomainBed()

const change = (id: string, reason: string | null, of = account) =>
  quarantineDomain(stores, { domain_id: id, reason, origin: cliOrigin(of.id) })
const read = async (id: string) => (await ask('GET', `/domains/${id}`)).json.data
const auditOf = (id: string) => stores.sql`
  select action, actor_type, after from audit_log where ${id} = any(object_ids) and action like '%quarantine' order by id`
const harm = { root_redirect_url: 'https://harm.example/', not_found_url: 'https://harm.example/lost' }

it('shows a domain in quarantine with its reason to its account, and records both changes', async () => {
  const { id } = await reserve(harm)
  expect(await change(id, 'Phishing')).toBe(true)
  const domain = await read(id)
  expect(domain).toMatchObject({ ...harm, status: 'verified', quarantine_reason: 'Phishing' })
  expect(Math.abs(Date.parse(domain.quarantined_at) - Date.now())).toBeLessThan(60_000)
  expect((await ask('GET', '/domains')).json.data).toEqual([domain])
  expect(await change(id, null)).toBe(true)
  expect(await read(id)).toMatchObject({ ...harm, quarantined_at: null, quarantine_reason: null })
  expect(await auditOf(id)).toEqual([
    { action: 'quarantine', actor_type: 'cli', after: { reason: 'Phishing' } },
    { action: 'lift_quarantine', actor_type: 'cli', after: null },
  ])
  expect(await eventsOf(account)).toEqual([])
})

it('keeps its first reason, and is stopped and lifted once by many at the same time', async () => {
  const { id } = await reserve(harm)
  const changed = await Promise.all(Array.from({ length: 8 }, (_, index) => change(id, `Reason ${index}`)))
  expect(changed.filter(Boolean)).toHaveLength(1)
  const { quarantine_reason } = await read(id)
  expect(await change(id, 'Another')).toBe(false)
  expect((await read(id)).quarantine_reason).toBe(quarantine_reason)
  expect(await auditOf(id)).toHaveLength(1)
  const lifted = await Promise.all(Array.from({ length: 8 }, () => change(id, null)))
  expect(lifted.filter(Boolean)).toHaveLength(1)
})

it('is only found in its own account', async () => {
  const { id } = await reserve(harm)
  expect(await change(id, 'Phishing', await createAccount(stores.sql))).toBe(undefined)
  await change(id, 'Phishing')
  const stranger = await anotherKey()
  expect((await ask('GET', `/domains/${id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('PUT', `/domains/${id}`, { not_found_url: null }, stranger)).status).toBe(404)
  expect(await read(id)).toMatchObject({ ...harm, quarantine_reason: 'Phishing' })
})

it('is not lifted by its account, which can still change the domain', async () => {
  const { id } = await reserve(harm)
  const open = await read(id)
  await change(id, 'Phishing')
  const stopped = await read(id)
  for (const body of [{ quarantined_at: null }, { quarantine_reason: null }, { quarantine_reason: 'None' }, open])
    expect((await ask('PUT', `/domains/${id}`, body)).status).toBeGreaterThanOrEqual(400)
  expect(await read(id)).toEqual(stopped)
  const urls = { root_redirect_url: 'https://harmless.example/', not_found_url: null }
  const answers = await Promise.all([
    ask('PUT', `/domains/${id}`, urls),
    ask('PUT', `/domains/${id}`, { is_default: true }),
    ask('POST', `/domains/${id}/verify`, {}),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask('PUT', `/domains/${id}`, await read(id))).status).toBe(200)
  expect(await read(id)).toEqual({ ...stopped, ...urls, is_default: true })
})

it('cannot be deleted, so that it is not added again without the quarantine', async () => {
  const { id, domain } = await reserve(harm)
  await change(id, 'Phishing')
  const refused = await ask('DELETE', `/domains/${id}`)
  expectError(refused, { status: 409, code: 'CONFLICT' })
  expect(refused.json.error.message).toContain('quarantine')
  expect(await read(id)).toMatchObject({ domain, quarantine_reason: 'Phishing' })
  await change(id, null)
  expect((await ask('DELETE', `/domains/${id}`)).status).toBe(200)
})
