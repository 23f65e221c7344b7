import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { startBoth } from '../support/redirecting.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

const bulk = (method: string, body: unknown) => both.ask(method, '/short-urls/bulk', body)

describe('POST /short-urls/bulk', () => {
  it('reports what the links of one call refer to for each of them', async () => {
    const theirs = await createAccount(both.stores.sql)
    await both.stores.sql`
      insert into domains (id, account_id, type, host, verification_token, verified_at)
      values (${uuidv7()}, ${theirs.id}, 'branded', 'their.example', 'token', now())`
    const campaign = await createCampaign(both.stores.sql, both.account)
    const url = 'https://example.com/'
    const { json } = await bulk('POST', {
      urls: [
        { url, campaign_id: campaign.name, custom_alias: 'first' },
        { url, campaign_id: 'no such campaign' },
        { url, url_type: 'branded', branded_domain: 'their.example' },
        { url: `http://${both.stores.config.BASE_DOMAIN}/x` },
        { url, find_if_exists: true, custom_alias: 'first', campaign_id: campaign.id },
        { url, campaign_id: campaign.id, max_clicks: 3, password: 'open sesame' },
      ],
    })
    const failed = json.data.failed.map(({ index, code }: { index: number; code: string }) => [index, code])
    expect(failed).toEqual([
      [1, 'VALIDATION_ERROR'],
      [2, 'ACCESS_DENIED'],
      [3, 'VALIDATION_ERROR'],
    ])
    const [first, same, limited] = json.data.succeeded
    expect(first).toMatchObject({ short_code: 'first', campaign_id: campaign.id })
    expect(same.id).toBe(first.id)
    expect(limited).toMatchObject({ max_clicks: 3, is_password_protected: true, campaign_id: campaign.id })
  })

  it('gives each alias of two concurrent calls to one link', async () => {
    const urls = Array.from({ length: 300 }, (_, index) => ({
      url: 'https://example.com/',
      custom_alias: `both-${index}`,
    }))
    const calls = await Promise.all([bulk('POST', { urls }), bulk('POST', { urls: urls.toReversed() })])
    const made = calls.flatMap(({ json }) => json.data.succeeded.map((link: { short_code: string }) => link.short_code))
    expect(made.toSorted()).toEqual(urls.map((item) => item.custom_alias).toSorted())
    const failures = calls.flatMap(({ json }) => json.data.failed.map(({ code }: { code: string }) => code))
    expect(failures).toEqual(Array(300).fill('CONFLICT'))
  })
})
