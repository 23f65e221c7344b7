import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { storeClicks } from '../../../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../../../test/stack/stores.ts'
import { compileFilter } from '../filter.ts'
import { devices } from './devices.ts'
import { languages } from './languages.ts'
import { places } from './places.ts'
import { referrerDomains } from './referrer-domains.ts'
import { sources } from './sources.ts'
import { taggedLinks } from './tagged-links.ts'
import { timeline } from './timeline.ts'
import { totals } from './totals.ts'
import { utm } from './utm.ts'

let stores: TestStores
const account_id = uuidv7()
const link_id = uuidv7()
beforeAll(async () => {
  stores = await openTestStores()
  const at = '2026-03-29T12:00:00Z'
  await storeClicks(stores.ch, [
    { account_id, link_id, at },
    { account_id: uuidv7(), link_id, at },
  ])
})
afterAll(() => stores.close())

const period = { from: Date.parse('2026-03-01'), to: Date.parse('2026-04-01') }

const statements: Record<string, (where: Fragment) => Fragment> = {
  devices,
  languages,
  places,
  referrerDomains,
  sources,
  taggedLinks: (where) => taggedLinks(where, 10),
  timeline: (where) => timeline(where, { granularity: 'hour', period, timezone: 'Europe/Berlin' }),
  totals,
  utm,
}

it.each(Object.entries(statements))(
  '%s finds clicks by account, link and time, in the partitions of its months',
  async (_, of) => {
    const ofAll = await explain(
      of(compileFilter({ account_id, domain_ids: null, campaign_ids: null }, period, everything)),
    )
    expect(ofAll).toMatch(/Partition[\s\S]*PrimaryKey\s+Keys:\s+account_id\s+clicked_at\s/)
    const scope = { account_id, link_id, domain_ids: null, campaign_ids: null }
    const ofLink = await explain(of(compileFilter(scope, period, everything)))
    expect(ofLink).toMatch(/Partition[\s\S]*PrimaryKey\s+Keys:\s+account_id\s+link_id\s+clicked_at\s/)
  },
)

/** Every filter at once: none of them keeps the key from being used. */
const everything = filterQuery.parse({
  traffic: 'human',
  trigger: 'link',
  country: 'x',
  countryCode: 'x,-y',
  region: 'x',
  city: 'x',
  deviceType: 'mobile,-desktop',
  browser: 'x,-y',
  os: 'x,-y',
  utmSource: 'x',
  utmMedium: 'x',
  utmCampaign: 'x',
  utmTerm: 'x',
  utmContent: 'x',
  referrer: 'x',
  referrerDomain: 'x',
})

async function explain(statement: Fragment): Promise<string> {
  const plan = await stores.ch.query(ch`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
  return plan.map((row) => row.explain).join('\n')
}
