import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { permissions } from '#schemas/permissions.ts'
import { createExperiment, type MadeExperiment } from '../../factories/experiments.ts'
import { tokenOf } from '../support/conversions.ts'
import { expectError } from '../support/expect-error.ts'
import { openReports, type Reports } from '../support/reports.ts'

let reports: Reports
let onBase: MadeExperiment
let onDomain: MadeExperiment
/** Limited to the domain. */
let bound: string

beforeAll(async () => {
  reports = await openReports()
  const { stores, account } = reports
  onBase = await createExperiment(stores, account, { status: 'running' })
  onDomain = await createExperiment(stores, account, { status: 'running' })
  const domain = uuidv7()
  await stores.sql`
    insert into domains (id, account_id, type, host)
    values (${domain}, ${account.id}, 'subdomain', ${`other-${domain}.localhost`})`
  await stores.sql`update links set domain_id = ${domain} where id = ${onDomain.link_id}`
  const limits = { account_id: account.id, name: 'Bound', permissions, domain_ids: [domain] }
  bound = (await insertKey(stores.sql, limits)).key
})
afterAll(() => reports.close())

const post = (body: unknown, key = bound) => reports.api.request('POST', '/conversions', { key, body })
const countOf = async ({ id }: MadeExperiment) =>
  (await reports.stores.sql`select from conversions where test_id = ${id}`).count
const forbidden = { status: 403, code: 'FORBIDDEN' }

describe('a key that is limited to a domain', () => {
  it('records conversions of tests there, and of no others', async () => {
    const order = { click_id: tokenOf(onDomain), external_id: 'order-1' }
    expect([(await post(order)).status, (await post(order)).status]).toEqual([201, 200])
    expectError(await post({ click_id: tokenOf(onBase) }), forbidden)
    expect([await countOf(onDomain), await countOf(onBase)]).toEqual([1, 0])
  })

  it('gets no conversion of another domain that has the same external id', async () => {
    const order = { event_name: 'purchase', value: 7, external_id: 'order-2' }
    const recorded = await post({ ...order, click_id: tokenOf(onBase) }, reports.key)
    expect(recorded.status).toBe(201)
    const before = await countOf(onDomain)
    const refused = await post({ ...order, click_id: tokenOf(onDomain) })
    expectError(refused, forbidden)
    expect(refused.text).not.toContain(onBase.id)
    expect(await countOf(onDomain)).toBe(before)
    const whole = await post({ ...order, click_id: tokenOf(onDomain) }, reports.key)
    expect([whole.status, whole.json.data]).toEqual([200, recorded.json.data])
  })
})
