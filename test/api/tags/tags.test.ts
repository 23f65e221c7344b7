import { describe, expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { withLockedLink } from '#model/links/lock-link.ts'
import { writeLink } from '#model/links/write-link.ts'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { permissions } from '#schemas/permissions.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { createKey } from '../../factories/key.ts'
import { createLinkOf } from '../../factories/links.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { hearing } from '../../factories/webhooks.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import {
  account,
  anotherKey,
  api,
  create,
  expectError,
  get,
  key,
  read,
  stores,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()

const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, path, { key: as, ...(body !== undefined && { body }) })
const at = (name: string, act = '') => `/tags/${encodeURIComponent(name)}${act}`
const list = async (query = '') => (await ask('GET', `/tags?${query}`)).json
const waitsForCode = async () => {
  const [row] = await stores.sql<{ waits: boolean }[]>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())) as waits`
  return row?.waits === true
}
const namesIn = async (query = '') => (await list(query)).data.map(({ name }: { name: string }) => name)

const createMany = (count: number, tags: string[]) =>
  Promise.all(Array.from({ length: count }, () => createLinkOf(stores, account, { tags })))
const tagsOfLinks = async () =>
  (await stores.sql<{ tags: string[] }[]>`select tags from links where account_id = ${account.id}`).map(
    ({ tags }) => tags,
  )

function gateOf() {
  let resolve = () => {}
  const promise = new Promise<void>((open) => (resolve = open))
  return { promise, resolve: () => resolve() }
}

describe('GET /tags', () => {
  it('lists the tags in use and those with a color, with their counts', async () => {
    const one = await create({ tags: ['Sale', 'spring'] })
    await create({ tags: ['sale'] })
    await stores.sql`update link_counts set clicks = 7 where link_id = ${one.id}`
    await ask('POST', '/campaigns', { name: 'Spring', tags: ['spring'] })
    await ask('POST', '/tags', { name: 'Empty', color: 'red' })
    const { data, pagination } = await list('sortBy=link_count&sortOrder=desc')
    expect(data).toEqual([
      {
        name: expect.stringMatching(/^sale$/i),
        color: 'gray',
        link_count: 2,
        click_count: 7,
        qr_code_count: 0,
        campaign_count: 0,
      },
      { name: 'spring', color: 'gray', link_count: 1, click_count: 7, qr_code_count: 0, campaign_count: 1 },
      { name: 'Empty', color: 'red', link_count: 0, click_count: 0, qr_code_count: 0, campaign_count: 0 },
    ])
    expect(pagination).toMatchObject({ total: 3, total_pages: 1 })
    expect(await namesIn('search=PRI')).toEqual(['spring'])
    expect(await namesIn('colored=true')).toEqual(['Empty'])
    expect(await namesIn('limit=1&page=2')).toHaveLength(1)
    expect((await namesIn('sortOrder=desc'))[0]).toBe('spring')
    await ask('POST', `/short-urls/${one.id}/trash`)
    expect((await list('search=spring')).data).toMatchObject([{ link_count: 0, click_count: 7 }])
  })

  it('counts clicks of links in the trash, as campaigns and analytics do', async () => {
    const campaign = (await ask('POST', '/campaigns', { name: 'Trashed' })).json.data
    const { id } = await create({ tags: ['thrown'], campaign_id: campaign.id })
    await stores.sql`update link_counts set clicks = 2 where link_id = ${id}`
    const click = { account_id: account.id, link_id: id, at: new Date().toISOString() }
    await storeClicks(stores.ch, [click, click])
    await ask('POST', `/short-urls/${id}/trash`)
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    const total = async (path: string) => (await get(path)).json.data.total_clicks
    expect((await list('search=thrown')).data).toMatchObject([{ link_count: 0, click_count: 2 }])
    expect(await total(`/campaigns/${campaign.id}`)).toBe(2)
    expect(await total('/analytics/overview?tags=thrown')).toBe(2)
    expect(await total(`/campaigns/${campaign.id}/analytics?dateRange=all_time`)).toBe(2)
  })

  it('counts an object once, even with several spellings from an earlier version', async () => {
    const link = await create({ tags: ['sale', 'other'] })
    await createQrCode(stores.sql, account)
    await ask('POST', '/campaigns', { name: 'Spellings' })
    await stores.sql`update link_counts set clicks = 7 where link_id = ${link.id}`
    for (const table of ['links', 'qr_codes', 'campaigns'])
      await stores.sql`update ${stores.sql(table)} set tags = '{Sale,other,sale,SALE}' where account_id = ${account.id}`
    const counts = { color: 'gray', link_count: 1, click_count: 7, qr_code_count: 1, campaign_count: 1 }
    expect((await list()).data).toEqual([
      { name: 'other', ...counts },
      { name: 'Sale', ...counts },
    ])
  })

  it('shows a key that is limited to domains the tags of its links only', async () => {
    const bound = (
      await insertKey(stores.sql, { account_id: account.id, name: 'Bound', permissions, domain_ids: [account.id] })
    ).key
    await create({ tags: ['hidden'] })
    expect((await ask('GET', '/tags', undefined, bound)).json.data).toEqual([])
    for (const [method, path, body] of [
      ['POST', '/tags', { name: 'x' }],
      ['PUT', at('hidden'), { color: 'red' }],
      ['POST', at('hidden', '/merge'), { into: 'x' }],
      ['DELETE', at('hidden')],
    ] as const) {
      expectError(await ask(method, path, body, bound), { status: 403, code: 'FORBIDDEN' })
    }
  })

  it('rejects unknown sorts and colors', async () => {
    expect((await ask('GET', '/tags?sortBy=color')).json.error.code).toBe('BAD_REQUEST')
    expectError(await ask('POST', '/tags', { name: 'x', color: 'mauve' }), { status: 422, code: 'VALIDATION_ERROR' })
    for (const name of ['a,b', '-a', ' a', '']) {
      expectError(await ask('POST', '/tags', { name }), { status: 422, code: 'VALIDATION_ERROR' })
    }
    expectError(await ask('POST', '/tags', {}), { status: 400, code: 'BAD_REQUEST' })
  })
})

describe('POST /tags', () => {
  it('creates a tag once, also in concurrent requests, whatever the case', async () => {
    const answers = await Promise.all(
      ['One', 'one', 'ONE'].map((name) => ask('POST', '/tags', { name, color: 'blue' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    await create({ tags: ['used'] })
    expectError(await ask('POST', '/tags', { name: 'Used' }), { status: 409, code: 'CONFLICT' })
  })
})

describe('PUT /tags/{name}', () => {
  it('renames the tag on everything that has it, in every spelling, and for past clicks', async () => {
    await hearing(stores.sql, account)
    const link = await create({ tags: ['first', 'Old/Name', 'last'] })
    const other = await create({ tags: ['old/name'] })
    const trashed = await create({ tags: ['OLD/NAME'] })
    await ask('POST', `/short-urls/${trashed.id}/trash`)
    const campaign = (await ask('POST', '/campaigns', { name: 'C', tags: ['old/name'] })).json.data
    await storeClicks(stores.ch, [{ account_id: account.id, link_id: link.id, at: new Date().toISOString() }])
    const answer = await ask('PUT', at('old/name'), { name: 'new', color: 'green' })
    expect([answer.status, answer.json.data]).toMatchObject([200, { name: 'new', color: 'green', link_count: 2 }])
    expect((await read(link.id)).tags).toEqual(['first', 'new', 'last'])
    for (const { id } of [other, trashed]) expect((await read(id)).tags).toEqual(['new'])
    expect((await ask('GET', `/campaigns/${campaign.id}`)).json.data.tags).toEqual(['new'])
    expect(await namesIn('search=old')).toEqual([])
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    const overview = await get('/analytics/overview?tags=new')
    expect(overview.json.data).toMatchObject({ total_clicks: 1, total_urls: 2 })
    const events = await stores.sql<{ type: string }[]>`
      select type from webhook_messages where account_id = ${account.id} and data -> 'tags' ? 'new' order by type`
    expect(events.map(({ type }) => type)).toEqual(['campaign.updated', 'url.updated', 'url.updated', 'url.updated'])
  })

  it('changes the case alone, and a color alone', async () => {
    const link = await create({ tags: ['sale', 'Sale'] })
    expect((await ask('PUT', at('SALE'), { name: 'SALE' })).status).toBe(200)
    expect((await read(link.id)).tags).toEqual(['SALE'])
    expect((await ask('PUT', at('sale'), { color: 'pink' })).json.data).toMatchObject({ name: 'SALE', color: 'pink' })
    const record = (await list('search=sale')).data[0]
    expect((await ask('PUT', at('sale'), record)).status).toBe(200)
  })

  it('does not take the name of another tag', async () => {
    const link = await create({ tags: ['a', 'b'] })
    expectError(await ask('PUT', at('a'), { name: 'B' }), { status: 409, code: 'CONFLICT' })
    expect((await read(link.id)).tags).toEqual(['a', 'b'])
  })

  it('updates webhook filters', async () => {
    await create({ tags: ['filtered'] })
    const body = { url: 'https://hooks.example.com/', events: ['url.created'], filters: { tags: ['filtered', 'more'] } }
    const webhook = (await ask('POST', '/webhooks', body)).json.data
    await ask('PUT', at('filtered'), { name: 'renamed' })
    const { filters } = (await ask('GET', `/webhooks/${webhook.id}`)).json.data
    expect(filters.tags.toSorted()).toEqual(['more', 'renamed'])
  })

  it('does not deadlock with links that are being added to campaigns', async () => {
    const add = async (name: string) => (await ask('POST', '/campaigns', { name, tags: ['before'] })).json.data.id
    const [first, second] = [await add('One'), await add('Two')].sort()
    const { renaming } = await stores.sql.begin(async (tx) => {
      // The locks that new links take on their campaigns.
      const addTo = (id = '') => tx`select from campaigns where id = ${id} for key share`
      await addTo(second)
      let isDone = false
      const renaming = ask('PUT', at('before'), { name: 'after' }).finally(() => {
        isDone = true
      })
      await eventually(async () => expect(isDone || (await waitingForLocks(stores.sql)) === 1).toBe(true))
      await addTo(first)
      return { renaming }
    })
    expect((await renaming).status).toBe(200)
    expect((await ask('GET', `/campaigns/${first}`)).json.data.tags).toEqual(['after'])
  })

  it('does not deadlock with other changes of several QR codes', async () => {
    const tags = ['before']
    const [first, second] = [await create({ tags }), await create({ tags })]
    // The code with the lower ID is the last one in the table, and that of the last link.
    const { id: lower } = await createQrCode(stores.sql, account, { link_id: second.id, tags })
    const { id: higher } = await createQrCode(stores.sql, account, { link_id: first.id, tags })
    await stores.sql`update qr_codes set updated_at = now() where id = ${lower}`
    const { renaming } = await stores.sql.begin(async (tx) => {
      await tx`select from qr_codes where id = ${lower} for update`
      const renaming = ask('PUT', at('before'), { name: 'after' })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      await tx`select from qr_codes where id = ${higher} for update nowait`
      return { renaming }
    })
    expect((await renaming).status).toBe(200)
  })

  it('changes nothing if webhook filters cannot be updated, so that it can be sent again', async () => {
    const link = await create({ tags: ['before'] })
    const body = { url: 'https://hooks.example.com/', events: ['url.created'], filters: { tags: ['before'] } }
    const webhook = (await ask('POST', '/webhooks', body)).json.data
    await stores.sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
    await stores.sql`create trigger refuse before update on webhooks for each row execute function refuse()`
    const failed = await ask('PUT', at('before'), { name: 'after', color: 'green' })
    await stores.sql`drop function refuse cascade`
    expect([failed.status, (await read(link.id)).tags, await namesIn()]).toEqual([500, ['before'], ['before']])
    expect((await ask('PUT', at('before'), { name: 'after', color: 'green' })).status).toBe(200)
    expect((await ask('GET', `/webhooks/${webhook.id}`)).json.data.filters.tags).toEqual(['after'])
    expect((await read(link.id)).tags).toEqual(['after'])
  })

  it('waits for a change that has read the tags of a link', async () => {
    const link = await create({ tags: ['before'] })
    const gate = gateOf()
    const reading = gateOf()
    const change = withLockedLink(stores, { account_id: account.id, link_id: link.id }, async (tx, locked) => {
      reading.resolve()
      await gate.promise
      const tags = [...locked.tags, 'added']
      await writeLink(tx, { ...locked, account_id: account.id }, { tags }, stores.config)
    })
    await reading.promise
    let isDone = false
    const rename = ask('PUT', at('before'), { name: 'after' }).finally(() => {
      isDone = true
    })
    await eventually(async () => expect(isDone || (await waitsForCode())).toBe(true))
    gate.resolve()
    await change
    expect((await rename).status).toBe(200)
    expect((await read(link.id)).tags).toEqual(['after', 'added'])
  })

  it('loses no tag that is added to links at the same time', async () => {
    const links = await createMany(30, ['before'])
    const [renamed, ...added] = await Promise.all([
      ask('PUT', at('before'), { name: 'after' }),
      ...links.map(({ id }) =>
        ask('PUT', '/short-urls/bulk', { ids: [id], changes: { add_tags: ['added'], remove_tags: ['none'] } }),
      ),
    ])
    expect([renamed, ...added].map(({ status }) => status)).toEqual(Array.from({ length: 31 }, () => 200))
    const tags = (await tagsOfLinks()).map((each) => each.toSorted())
    expect(tags).toEqual(links.map(() => ['added', 'after']))
  })
})

describe('POST /tags/{name}/merge', () => {
  it('gives everything the other tag, once, and keeps its name and color', async () => {
    await ask('POST', '/tags', { name: 'Into', color: 'teal' })
    const both = await create({ tags: ['from', 'x', 'into'] })
    const one = await create({ tags: ['x', 'FROM'] })
    const answer = await ask('POST', at('from', '/merge'), { into: 'INTO' })
    expect([answer.status, answer.json.data]).toMatchObject([200, { name: 'Into', color: 'teal', link_count: 2 }])
    expect((await read(both.id)).tags).toEqual(['Into', 'x'])
    expect((await read(one.id)).tags).toEqual(['x', 'Into'])
    expect(await namesIn('search=from')).toEqual([])
  })

  it('needs another tag of the account', async () => {
    await create({ tags: ['alone'] })
    for (const into of ['nothing', 'Alone']) {
      expectError(await ask('POST', at('alone', '/merge'), { into }), { status: 422, code: 'VALIDATION_ERROR' })
    }
    expectError(await ask('POST', at('nothing', '/merge'), { into: 'alone' }), { status: 404, code: 'NOT_FOUND' })
  })
})

describe('DELETE /tags/{name}', () => {
  it('removes the tag from everything, which stays', async () => {
    const link = await create({ tags: ['kept', 'gone'] })
    const answer = await ask('DELETE', at('GONE'))
    expect([answer.status, answer.json.data.message]).toEqual([200, 'Tag deleted'])
    expect((await read(link.id)).tags).toEqual(['kept'])
    expectError(await ask('DELETE', at('gone')), { status: 404, code: 'NOT_FOUND' })
  })

  it('ends when the same tag is deleted, renamed and merged at once', async () => {
    await createMany(20, ['x', 'y', 'z'])
    const answers = await Promise.all([
      ask('DELETE', at('x')),
      ask('POST', at('x', '/merge'), { into: 'y' }),
      ask('PUT', at('x'), { name: 'w' }),
      ask('POST', at('y', '/merge'), { into: 'z' }),
    ])
    for (const { status } of answers) expect([200, 404, 409, 422]).toContain(status)
    const tags = new Set((await tagsOfLinks()).flat())
    expect(tags.has('z')).toBe(true)
    expect(tags.has('x')).toBe(false)
  })

  it('ends although another merge gives the tag back each time', async () => {
    const [{ id }] = [await create({ tags: ['left'] }), await create({ tags: ['right'] })]
    await stores.sql`
      create function give_back() returns trigger language plpgsql as $$
      begin
        new.tags := old.tags;
        return new;
      end $$`
    await stores.sql`
      create trigger give_back before update of tags on links
      for each row when (old.tags = array['left']) execute function give_back()`
    const { status } = await ask('POST', at('left', '/merge'), { into: 'right' })
    await stores.sql`drop function give_back cascade`
    expect([status, (await read(id)).tags]).toEqual([200, ['left']])
    await ask('POST', at('left', '/merge'), { into: 'right' })
    expect((await read(id)).tags).toEqual(['right'])
  })
})

it("does not see or change another account's tags", async () => {
  const link = await create({ tags: ['mine'] })
  const other = await anotherKey()
  expect((await ask('GET', '/tags', undefined, other)).json.data).toEqual([])
  expectError(await ask('PUT', at('mine'), { color: 'red' }, other), { status: 404, code: 'NOT_FOUND' })
  expectError(await ask('DELETE', at('mine'), undefined, other), { status: 404, code: 'NOT_FOUND' })
  expect((await read(link.id)).tags).toEqual(['mine'])
  const { key: third } = await createKey(stores.sql, await createAccount(stores.sql))
  expect((await ask('POST', '/tags', { name: 'mine' }, third)).status).toBe(201)
})
