import { beforeAll, describe, expect, it } from 'vitest'
import { columnOf, filterColumns, filterNameOf } from '#schemas/click-columns.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { createAccount } from '../../factories/account.ts'
import { makerFor } from '../../factories/objects.ts'
import { expectError } from '../support/expect-error.ts'
import { api, keyOf, stores, useApi } from '../support/use-api.ts'

useApi()

const reports = endpoints.filter(({ query }) => query !== undefined && 'browser' in (query as never as Shaped).shape)
interface Shaped {
  shape: Record<string, unknown>
}

const values: Record<string, string> = { deviceType: 'mobile' }
const withheld = filterColumns.flatMap((name) => {
  const { feature } = columnOf(name)
  return feature === undefined ? [] : [[filterNameOf(name), feature] as const]
})

let key: string
const ids = new Map<string, string>()
beforeAll(async () => {
  const account = await createAccount(stores.sql, { plan: 'free' })
  key = await keyOf(account)
  for (const { path } of reports) {
    const make = makerFor(path)
    if (make !== undefined) ids.set(path, await make(stores, account))
  }
})

describe('a plan without a feature', () => {
  it.each(reports.map(({ path, feature }) => ({ path, feature })))(
    'cannot filter $path by a column of the feature',
    async ({ path, feature }) => {
      const at = path.replace(/\{\w+\}/, ids.get(path) ?? 'all')
      const more = path.endsWith('/export') ? '&dataset=clicks&format=ndjson' : ''
      for (const [filter, needed] of withheld) {
        const value = values[filter] ?? 'firefox'
        const answer = await api.request('GET', `${at}?${filter}=${value}${more}`, { key })
        const details = { feature: feature ?? needed, currentPlan: 'free' }
        expectError(answer, { status: 403, code: 'FEATURE_DISABLED', details })
      }
      if (feature !== undefined) return
      const included = await api.request('GET', `${at}?countryCode=de&browser=${more}`, { key })
      expect(included.status, 'an empty filter, and one by another column').toBe(200)
    },
  )
})
