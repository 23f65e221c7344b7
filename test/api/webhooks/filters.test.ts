import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { createExperiment } from '../../factories/experiments.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
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
