import { beforeEach, expect, it } from 'vitest'
import { enrollLinks } from '#model/destinations/enroll-links.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createLinkOf } from '../../factories/links.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { account, api, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

const path = '/account/destination-checks'
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAs('admin', account)
})

/** The link as if a check had found this. */
async function checkedLink(state: 'ok' | 'failing' | 'dead'): Promise<string> {
  const { id } = await createLinkOf(stores, account, { url: `https://${state}.example/` })
  const failed = state === 'ok' ? null : new Date('2026-11-03T12:00:00.5Z')
  await stores.sql`
    insert into destination_checks (link_id, account_id, url_hash, state, problem, status_code, failing_since, checked_at, next_at)
    select id, account_id, sha256(convert_to(url, 'UTF8')), ${state}, ${failed && 'not_found'}, ${failed ? 404 : 200},
      ${failed}, '2026-11-26T12:00:00Z', now() + interval '1 day'
    from links
    where id = ${id}`
  return id
}

const countChecks = async () => Number((await stores.sql`select count(*) from destination_checks`)[0]?.['count'])

it('are on for new accounts, and admins can turn them off and on', async () => {
  expect((await admin.call('GET', path)).json.data).toEqual({ is_on: true, is_available: true })
  await checkedLink('dead')
  expect((await admin.call('PUT', path, { is_on: false })).json.data).toMatchObject({ is_on: false })
  expect([await countChecks(), (await admin.call('GET', path)).json.data.is_on]).toEqual([0, false])
  await stores.sql`update destination_walk set next_at = now(), last_link_id = '00000000-0000-0000-0000-000000000000'`
  await enrollLinks(stores.sql)
  expect(await countChecks()).toBe(0)
  expect((await admin.call('PUT', path, { is_on: true })).json.data).toMatchObject({ is_on: true })
})

it('stay as they are after bad input, for other roles, and in other accounts', async () => {
  const other = await createAccount(stores.sql)
  const stranger = await signInAs('owner', other)
  for (const body of [{}, { is_on: 'no' }, { is_on: false, more: 1 }]) {
    expect((await admin.call('PUT', path, body)).status, JSON.stringify(body)).toBe(400)
  }
  for (const role of ['editor', 'viewer'] as const) {
    const member = await signInAs(role, account)
    expect([(await member.call('PUT', path, { is_on: false })).status, role]).toEqual([403, role])
  }
  expect((await stranger.call('PUT', path, { is_on: false })).status).toBe(200)
  expect((await admin.call('GET', path)).json.data.is_on).toBe(true)
})

it('two changes at once leave one of them', async () => {
  const answers = await Promise.all([true, false].map((is_on) => admin.call('PUT', path, { is_on })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect([true, false]).toContain((await admin.call('GET', path)).json.data.is_on)
})

it('links have the result, and lists are filtered by it', async () => {
  const { key } = await createKey(stores.sql, account)
  const [dead, failing, well] = [await checkedLink('dead'), await checkedLink('failing'), await checkedLink('ok')]
  const get = (query: string) => api.request('GET', `/short-urls${query}`, { key })
  const ids = async (query: string) => (await get(query)).json.data.map(({ id }: { id: string }) => id)
  expect(await ids('?health=dead')).toEqual([dead])
  expect(await ids('?health=failing')).toEqual([failing])
  expect(await ids('')).toEqual([well, failing, dead])
  expect((await get('?health=ill')).status).toBe(400)
  const { json } = await get(`/${dead}`)
  expect(json.data.destination_health).toEqual({
    state: 'dead',
    problem: 'not_found',
    status_code: 404,
    failing_since: '2026-11-03T12:00:00.500Z',
    title: null,
    previous_title: null,
    title_changed_at: null,
    certificate_expires_at: null,
    checked_at: '2026-11-26T12:00:00.000Z',
  })
  const sent = { ...json.data, name: 'Renamed', destination_health: null }
  const update = await api.request('PUT', `/short-urls/${dead}`, { key, body: sent })
  expect([update.status, update.json.data?.name]).toEqual([200, 'Renamed'])
  await stores.sql`update links set url = 'https://new.example/' where id = ${dead}`
  expect(await ids('?health=dead')).toEqual([])
})

it('are not shown for a destination that was just changed, neither by an update nor by a schedule', async () => {
  const { key } = await createKey(stores.sql, account)
  const moved = await checkedLink('dead')
  const renamed = await api.request('PUT', `/short-urls/${moved}`, { key, body: { name: 'Renamed' } })
  expect(renamed.json.data.destination_health).toMatchObject({ state: 'dead' })
  const update = await api.request('PUT', `/short-urls/${moved}`, { key, body: { url: 'https://new.example/' } })
  expect([update.status, update.json.data.destination_health]).toEqual([200, null])
  // Its time has passed, and no worker runs here.
  const later = await checkedLink('dead')
  const changes = { url: 'https://later.example/' }
  const schedules = [{ id: uuidv7(), at: '2026-01-01T00:00:00.000Z', changes }]
  await stores.sql`update links set schedules = ${stores.sql.json(schedules)} where id = ${later}`
  const { json } = await api.request('GET', `/short-urls/${later}`, { key })
  expect(json.data).toMatchObject({ original_url: changes.url, destination_health: null })
})
