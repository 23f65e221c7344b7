import { describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, api, create, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

const read = async (path: string) => {
  const { status, json } = await api.request('GET', `/analytics${path}`, { key })
  expect(status).toBe(200)
  return json.data
}

async function visited() {
  const condition = { type: 'country', operator: 'in', value: ['de'] }
  const link = await create({
    targeting_rules: [{ conditions: [condition], destination_url: 'https://example.com/de' }],
  })
  const [{ id: rule_id }] = link.targeting_rules
  const click = { account_id: account.id, link_id: link.id, at: new Date().toISOString() }
  await storeClicks(stores.ch, [{ ...click, rule_id }, { ...click, rule_id }, { ...click, rule_id }, click])
  return { link, rule_id }
}

describe('clicks by targeting rule', () => {
  it('are a report with the IDs of rules, null for clicks without one', async () => {
    const { link, rule_id } = await visited()
    const rows = [
      { rule_id, clicks: 3, percentage: 75 },
      { rule_id: null, clicks: 1, percentage: 25 },
    ]
    expect(await read(`/rules/${link.short_code}`)).toEqual(rows)
    expect(await read('/url/all/rules')).toEqual(rows)
  })

  it('are listed with their rule, and filtered by it', async () => {
    const { link, rule_id } = await visited()
    const clicks = await read(`/clicks/${link.id}?ruleId=${rule_id}`)
    expect(clicks.map((click: { rule_id: string }) => click.rule_id)).toEqual([rule_id, rule_id, rule_id])
    expect(await read(`/rules/${link.id}?rule_id=-${rule_id}`)).toEqual([{ rule_id: null, clicks: 1, percentage: 100 }])
  })
})
