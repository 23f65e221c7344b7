import { describe, expect, it } from 'vitest'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { createKey } from '../../factories/key.ts'
import { account, freeKey, get, key, links, stores, strangerKey } from './analytics.ts'
import { expectError } from './expect-error.ts'
import { startApi } from './http.ts'

interface Report {
  /** X in /analytics/X/{id} and /analytics/url/{id}/X. */
  ofLink?: string
  /** Path below /analytics. */
  ofAccount?: string
  feature?: string
  /** Invalid queries, in addition to those that are invalid for every report. */
  bad?: [query: string, named: string][]
}

const badOfAll: [query: string, named: string][] = [
  ['dateRange=yesterday', 'dateRange'],
  ['dateRange=custom', 'startDate'],
  ['startDate=2026-13-01', 'startDate'],
  ['startDate=2026-03-02&endDate=2026-03-01', 'endDate'],
  ['timezone=Mars/Olympus', 'timezone'],
  ['timezone=SystemV/EST5', 'timezone'],
  ['traffic=alien', 'traffic'],
  ['trigger=door', 'trigger'],
  ['device_type=toaster', 'deviceType'],
  ['urlType=custom', 'urlType'],
]

/** The errors of every report. Uses the clicks of analytics.ts. */
export function describeRefusals({ ofLink, ofAccount, feature, bad = [] }: Report): void {
  const ofAll = ofAccount ?? `/${ofLink}/all`
  const ofOne = (id: string) => (ofLink === undefined ? [] : [`/${ofLink}/${id}`, `/url/${id}/${ofLink}`])
  const features = feature === undefined ? [] : [feature]
  const paths = [...new Set([ofAll, ...ofOne('spring')])]

  describe('errors', () => {
    it.each([...badOfAll, ...bad])('returns 400 BAD_REQUEST for %s, named in details', async (query, named) => {
      for (const path of paths) {
        const details = expect.stringContaining(named)
        expectError(await get(`${path}?${query}`), { status: 400, code: 'BAD_REQUEST', details })
      }
    })

    it('returns 401 UNAUTHORIZED without a key, and INVALID_API_KEY for an invalid one', async () => {
      for (const path of paths) {
        expectError(await get(path, ''), { status: 401, code: 'UNAUTHORIZED' })
        expectError(await get(path, 'wm_wrong'), { status: 401, code: 'INVALID_API_KEY' })
      }
    })

    it('returns 403 FORBIDDEN for a key without the permission analytics', async () => {
      const { key: reader } = await createKey(stores.sql, account, ['read', 'write', 'delete'])
      for (const path of paths) expectError(await get(path, reader), { status: 403, code: 'FORBIDDEN' })
    })

    it.each(features)('returns 403 FEATURE_DISABLED for %s on the free plan', async (named) => {
      const details = { feature: named, currentPlan: 'free' }
      for (const path of [ofAll, ...ofOne('free')]) {
        expectError(await get(path, freeKey), { status: 403, code: 'FEATURE_DISABLED', details })
      }
    })

    it.each(features.length === 0 ? ['free'] : [])('no plan error on the plan %s', async () => {
      for (const path of [ofAll, ...ofOne('free')]) expect((await get(path, freeKey)).status).toBe(200)
    })

    it.each(ofOne('{id}'))("returns 404 NOT_FOUND for %s with an unknown id or another account's", async (path) => {
      const at = (id: string) => path.replace('{id}', id)
      const unknown = ['nothing-here', 'Spring', '00000000-0000-0000-0000-000000000000', 'no%20code', '%00']
      for (const id of unknown) expectError(await get(at(id)), { status: 404, code: 'NOT_FOUND' })
      for (const id of [links.spring, 'spring']) {
        expectError(await get(at(id), strangerKey), { status: 404, code: 'NOT_FOUND' })
      }
    })

    it('returns 503 SERVICE_UNAVAILABLE while the click store is down', async () => {
      const ch = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
      const lonely = await startApi({ ...stores, ch })
      for (const path of paths) {
        const answer = await lonely.request('GET', `/analytics${path}`, { key })
        expectError(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' })
        expect(answer.headers.get('retry-after')).toBe('2')
      }
      await lonely.close()
      await ch.close()
    })
  })
}
