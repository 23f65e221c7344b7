import type { Installation } from './full-account.ts'

const range = 'dateRange=last_90_days&include_bots=true'

/** Lists and reports of an account, and those of one object. */
const ofAccount = [
  '/domains?limit=100',
  '/short-urls?status=all&limit=100',
  '/short-urls?status=all&limit=100&sortBy=clicks',
  '/short-urls?status=trashed&limit=100',
  '/campaigns?limit=100',
  '/tags?limit=100',
  '/utm-templates',
  '/qr-codes?limit=100',
  '/qr-assets',
  '/url-ab-tests?limit=100',
  '/qr-ab-tests?limit=100',
  '/webhooks',
  ...['top-performing-urls', 'recent', 'timeline', 'user-devices', 'urls-with-utm', 'user-traffic-sources'].map(
    (name) => `/analytics/${name}?${range}`,
  ),
  ...['user-locations', 'overview', 'export'].map((name) => `/analytics/${name}?${range}`),
  `/analytics/export?${range}&format=ndjson`,
  ...['overview', 'timeline', 'devices', 'locations', 'referrers', 'top-qr-codes'].map(
    (name) => `/qranalytics/${name}?${range}`,
  ),
]
type Shown = Record<string, unknown>

/** The first link of each of these kinds is read in all reports, and the others only in those that include most. */
const kindsOfLink: ((link: Shown) => boolean)[] = [
  ({ targeting_rules }) => Array.isArray(targeting_rules) && targeting_rules.length > 0,
  ({ qr_code_id }) => typeof qr_code_id === 'string',
  ({ campaign_id, qr_code_id }) => typeof campaign_id === 'string' && typeof qr_code_id !== 'string',
  ({ ab_test_id, campaign_id }) => typeof ab_test_id === 'string' && typeof campaign_id !== 'string',
]

const ofLink = ['timeline', 'device', 'utm', 'traffic-sources', 'referrers', 'location', 'rules', 'continents'].concat([
  'languages',
  'campaigns',
  'clicks',
  'overview',
  'complete',
])

/** Members that an import changes on purpose (docs/importing.md), by the beginning of the path. */
const changing: Readonly<Record<string, readonly string[]>> = {
  '/domains': ['status', 'verification', 'verified_at', 'last_checked_at'],
  '/webhooks': ['is_active', 'updated_at'],
  // Reports end now.
  '/analytics': ['period', 'generated_at'],
  '/qranalytics': ['period'],
  '/': ['user_id'],
}

/** Everything that the API shows of an account, by path. */
export async function readAccount({ api, key }: Pick<Installation, 'api' | 'key'>): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  const read = async (path: string) => {
    const answer = await api.request('GET', path, { key })
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
    shown[path] = answer.json === undefined ? answer.text : plain(answer.json, membersOf(path))
    return answer.json
  }
  for (const path of ofAccount) await read(path)
  const idsIn = async (path: string): Promise<string[]> => {
    const { json } = await api.request('GET', path, { key })
    const rows = [json.data, ...Object.values(json), ...Object.values(json.data ?? {})].find(Array.isArray) ?? []
    return rows.map(({ id }: { id: string }) => id)
  }
  const links: Shown[] = []
  for (const id of await idsIn('/short-urls?status=all&limit=100')) {
    links.push({ id, ...(await read(`/short-urls/${id}`)).data })
  }
  const examples = kindsOfLink.map((isOfKind) => links.find(isOfKind))
  if (new Set(examples).size < kindsOfLink.length || examples.includes(undefined))
    throw new Error('the account has no link of a kind')
  for (const link of links) {
    const { id } = link
    for (const name of examples.includes(link) ? ofLink : ['complete', 'clicks'])
      await read(`/analytics/${name}/${String(id)}?${range}`)
  }
  for (const id of await idsIn('/campaigns')) await read(`/campaigns/${id}/analytics?${range}`)
  for (const id of await idsIn('/qr-codes')) {
    await read(`/qr-codes/${id}`)
    await read(`/qranalytics/qr/${id}?${range}`)
    await read(`/qr-codes/${id}/image?format=svg`)
  }
  for (const id of await idsIn('/qr-assets')) await read(`/qr-assets/${id}/image`)
  for (const kind of ['url', 'qr']) {
    for (const id of await idsIn(`/${kind}-ab-tests`)) await read(`/${kind}-ab-tests/${id}/analytics`)
  }
  return shown
}

const membersOf = (path: string): ReadonlySet<string> =>
  new Set(Object.entries(changing).flatMap(([start, names]) => (path.startsWith(start) ? names : [])))

/** Without what an import changes. */
function plain(value: unknown, left: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((member) => plain(member, left))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !left.has(name))
      .map(([name, member]) => [name, plain(member, left)]),
  )
}
