import { beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { openPipeline } from '../../../workers/clicks/pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from '../../../workers/clicks/process-batch.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { clickBatch, rawClick } from '../../factories/click-batch.ts'
import { createExperiment } from '../../factories/experiments.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { tokenOf } from '../support/conversions.ts'
import { account, ask, create, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks()

describe('filters of a webhook', () => {
  const events = ['url.deleted', 'qr.updated', 'qr.deleted']
  const toldTo = async (id: string) => {
    const rows = await stores.sql<{ type: string }[]>`
      select m.type
      from webhook_deliveries d
      join webhook_messages m on m.id = d.message_id
      where d.webhook_id = ${id}
      order by m.id`
    return rows.map(({ type }) => type)
  }

  /** A short URL, its QR code, and three webhooks, filtered by the code, by the short URL, and by its domain. */
  const createFiltered = async () => {
    const { data: link } = (await ask('POST', '/short-urls', { url: 'https://example.com/' })).json
    const code = await createQrCode(stores.sql, account, { is_dynamic: true, link_id: link.id })
    const filters = [{ qr_code_ids: [code.id] }, { url_ids: [link.id] }, { domains: [new URL(link.short_url).host] }]
    const hooks = await Promise.all(filters.map((each) => create({ events, filters: each })))
    return { link, code, hooks }
  }

  it('a filter by an international domain matches, however its name is spelled', async () => {
    const host = `xn--bcher-kva.${uuidv7()}.example`
    await stores.sql`
      insert into domains (id, account_id, type, host) values (${uuidv7()}, ${account.id}, 'branded', ${host})`
    const filters = { domains: [`Bücher.${host.slice(host.indexOf('.') + 1)}`, host] }
    const hook = await create({ events, filters })
    expect(hook.filters.domains).toEqual([host])
    const body = { url: 'https://example.com/', url_type: 'branded', branded_domain: host }
    const { data: link } = (await ask('POST', '/short-urls', body)).json
    expect((await ask('DELETE', `/short-urls/${link.id}`)).status).toBe(200)
    expect(await toldTo(hook.id)).toEqual(['url.deleted'])
  })

  it.each([
    ['with its short URL', '', ['url.deleted', 'qr.deleted']],
    ['that keeps its short URL', '?keep_short_url=true', ['qr.deleted']],
  ])('deleting a QR code %s matches filters on either', async (_, query, told) => {
    const { code, hooks } = await createFiltered()
    expect((await ask('DELETE', `/qr-codes/${code.id}${query}`)).status).toBe(200)
    for (const { id } of hooks) expect(await toldTo(id)).toEqual(told)
  })

  it('deleting the short URL of a QR code matches filters on either, as does the change of the code', async () => {
    const { link, hooks } = await createFiltered()
    expect((await ask('DELETE', `/short-urls/${link.id}`)).status).toBe(200)
    for (const { id } of hooks) expect(await toldTo(id)).toEqual(['url.deleted', 'qr.updated'])
    const told =
      await stores.sql`select data from webhook_messages where account_id = ${account.id} and type = 'qr.updated'`
    expect(told).toMatchObject([{ data: { short_url: null } }])
    expect(told[0]?.['data']).not.toHaveProperty('short_url_id')
  })

  it('A/B tests and conversions match filters on the campaign, the tags and the domain of their short URL', async () => {
    const campaign = await createCampaign(stores.sql, account)
    const body = { url: 'https://example.com/', campaign_id: campaign.id, tags: ['Spring'] }
    const { data: link } = (await ask('POST', '/short-urls', body)).json
    const test = await createExperiment(stores, account, { status: 'running', link_id: link.id })
    const host = new URL(link.short_url).host
    const all = { url_ids: [link.id], campaign_ids: [campaign.id], tags: ['spring'], domains: [host] }
    const types = ['conversion.recorded', 'ab_test.paused', 'ab_test.completed']
    const filters = [...Object.entries(all).map(([name, values]) => ({ [name]: values })), all, { tags: ['autumn'] }]
    const hooks = await Promise.all(filters.map((each) => create({ events: types, filters: each })))
    expect((await ask('POST', '/conversions', { click_id: tokenOf(test) })).status).toBe(201)
    expect((await ask('POST', `/url-ab-tests/${test.id}/pause`)).status).toBe(200)
    expect((await ask('DELETE', `/short-urls/${link.id}`)).status).toBe(200)
    const told = await Promise.all(hooks.map(({ id }) => toldTo(id)))
    expect(told).toEqual([...Array(5).fill(types), []])
  })
})

describe('a filter by a tag', () => {
  let pipeline: ClickPipeline
  beforeAll(() => {
    pipeline = openPipeline(stores)
  })

  /** Calls that change the tag while none of its links can be changed. */
  async function duringChange(linkId: string, change: () => ReturnType<typeof ask>, act: () => Promise<void>) {
    const { changing } = await stores.sql.begin(async (tx) => {
      await tx`select from links where id = ${linkId} for no key update`
      const changing = change()
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
      await act()
      return { changing }
    })
    expect((await changing).status).toBe(200)
  }
  const rename = () => ask('PUT', '/tags/before', { name: 'after' })
  const merge = () => ask('POST', '/tags/before/merge', { into: 'after' })
  const tagsOf = async (id: string) => (await ask('GET', `/webhooks/${id}`)).json.data.filters.tags
  const shorten = async (tags: string[]) =>
    (await ask('POST', '/short-urls', { url: 'https://example.com/', tags })).json.data.id

  it.each([
    ['renamed', rename, ['after']],
    ['merged', merge, ['before', 'after']],
  ])('matches clicks of links that do not have the new tag while it is being %s', async (_, change, meanwhile) => {
    const link_id = await shorten(['Before'])
    if (change === merge) await shorten(['after'])
    const hook = await create({ events: ['url.clicked'], filters: { tags: ['before'] } })
    const click = () => processBatch(pipeline, clickBatch([rawClick({ account_id: account.id, link_id })]))
    const batches = async () => (await stores.sql`select from webhook_batches where webhook_id = ${hook.id}`).count
    await duringChange(link_id, change, async () => {
      await click()
      expect([await batches(), await tagsOf(hook.id)]).toEqual([1, meanwhile])
    })
    await click()
    expect([await batches(), await tagsOf(hook.id)]).toEqual([2, ['after']])
  })

  it('never has more than 20 tags, also while one is being merged', async () => {
    const link = await shorten(['before'])
    await shorten(['after'])
    const others = Array.from({ length: 19 }, (_, index) => `other ${index}`)
    const { id } = await create({ filters: { tags: ['before', ...others] } })
    const expectFull = async () => expect(new Set(await tagsOf(id))).toEqual(new Set(['after', ...others]))
    await duringChange(link, merge, expectFull)
    await expectFull()
  })

  it('keeps what its owner changes while a tag is being merged', async () => {
    const link = await shorten(['before'])
    await shorten(['after'])
    const { id } = await create({ filters: { tags: ['before'] } })
    await duringChange(link, merge, async () => {
      await ask('PUT', `/webhooks/${id}`, { filters: { tags: ['before', 'own'], domains: ['go.example.com'] } })
    })
    const { filters } = (await ask('GET', `/webhooks/${id}`)).json.data
    expect(filters).toMatchObject({ tags: ['after', 'own'], domains: ['go.example.com'] })
  })
})
