import { setTimeout as wait } from 'node:timers/promises'

export interface Instance {
  api: string
  redirects: string
  key: string
}

type Json = Record<string, unknown>

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'curl/8.5.0',
]
const referrers = ['', 'https://www.google.com/', 'https://t.co/abc', 'https://news.example/story']
const languages = ['de-DE,de;q=0.9', 'en-US', 'fr', '']
const rounds = 60
const storedMs = 120_000

async function call(instance: Instance, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${instance.api}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${instance.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Json
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** Creates one of each kind of object, and visits of many kinds. */
export async function fill(instance: Instance): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const answer = await call(instance, 'POST', path, body)
    return (answer['data'] ?? answer) as Json
  }
  await post('/campaigns', { name: 'Spring', tags: ['season'], start_date: '2026-03-01T00:00:00Z' })
  await post('/domains/subdomains', { subdomain: 'sale' })
  const links = [
    { custom_alias: 'plain', url: 'https://example.com/plain' },
    {
      custom_alias: 'tagged',
      url: 'https://example.com/t',
      tags: ['a', 'b'],
      campaign_id: 'Spring',
      utm_source: 'mail',
    },
    { custom_alias: 'limited', url: 'https://example.com/l', max_clicks: 5, expired_url: 'https://example.com/over' },
    { custom_alias: 'later', url: 'https://example.com/later', starts_at: '2099-01-01T00:00:00Z' },
    {
      custom_alias: 'devices',
      url: 'https://example.com/d',
      ios_url: 'https://ios.example/',
      android_url: 'https://a.example/',
    },
    {
      custom_alias: 'carded',
      url: 'https://example.com/c',
      og: { title: 'Card' },
      password: 'sesame',
      redirect_type: 301,
    },
    { custom_alias: 'plain', url: 'https://example.com/sub', url_type: 'subdomain', subdomain: 'sale' },
    { custom_alias: 'untracked', url: 'https://example.com/u', tracking_enabled: false, forward_query: false },
    { custom_alias: 'off', url: 'https://example.com/off', name: 'Off', description: 'Notes', external_id: 'crm-1' },
  ]
  for (const link of links) await post('/short-urls', link)
  await call(instance, 'PUT', '/short-urls/off', { is_active: false })
  const url = { content_type: 'url', content_data: { url: 'https://example.com/qr' } }
  await post('/qr-codes/generate', { ...url, name: 'Poster', is_dynamic: true, custom_alias: 'poster' })
  await post('/qr-codes/generate', { content_type: 'wifi', content_data: { ssid: 'cafe', encryption: 'nopass' } })
  const variants = ['a', 'b'].map((name) => ({ name, destination_url: `https://example.com/${name}` }))
  const { test } = (await post('/url-ab-tests', { name: 'Headline', short_code: 'rotator', variants })) as {
    test: Json
  }
  await call(instance, 'POST', `/url-ab-tests/${String(test['id'])}/start`)
  await post('/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'], is_active: false })
  await visitAll(instance)
}

/** Each visit has a different IP address, user agent, referrer and language. */
async function visitAll(instance: Instance): Promise<void> {
  const codes = ['plain', 'tagged?utm_medium=email', 'limited', 'devices', 'untracked', 'poster', 'rotator']
  for (let round = 0; round < rounds; round++) {
    await fetch(`${instance.redirects}/${codes[round % codes.length]}`, {
      redirect: 'manual',
      headers: headersOf(round),
    })
  }
  const deadline = Date.now() + storedMs
  let clicks = -1
  // No click is in transit when two readings are equal.
  while (Date.now() < deadline) {
    await wait(3_000)
    const { data } = (await call(instance, 'GET', '/analytics/overview?traffic=all')) as {
      data: { total_clicks: number }
    }
    if (data.total_clicks > 0 && data.total_clicks === clicks) return
    clicks = data.total_clicks
  }
  throw new Error('the clicks were never stored')
}

const headersOf = (round: number) => ({
  'user-agent': agents[round % agents.length] ?? '',
  referer: referrers[round % referrers.length] ?? '',
  'accept-language': languages[round % languages.length] ?? '',
  'x-forwarded-for': `81.2.${round}.142`,
})

const lists = [
  '/short-urls?limit=100&status=all',
  '/campaigns',
  '/qr-codes',
  '/url-ab-tests',
  '/webhooks',
  '/domains',
  '/api-keys',
]
const reports = [
  'device',
  'utm',
  'traffic-sources',
  'referrers',
  'location',
  'languages',
  'campaigns',
  'timeline',
  'clicks',
]
const scanReports = ['overview', 'timeline', 'devices', 'locations', 'referrers', 'top-qr-codes']

const dayMs = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
/** The same days for both revisions, even across midnight. */
const fixed = `startDate=${dayAfter(-30)}&endDate=${dayAfter(1)}`

/** Every kind of response, by its path. */
export async function readEverything(instance: Instance): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const read = async (path: string) => {
    answers[path] = await call(instance, 'GET', path)
    return answers[path] as { data?: Json[]; tests?: Json[] }
  }
  for (const path of lists) {
    const { data, tests } = await read(path)
    const noun = path.split('?', 1)[0] ?? ''
    for (const { id } of data ?? tests ?? []) if (noun !== '/api-keys') await read(`${noun}/${String(id)}`)
  }
  for (const name of reports) await read(`/analytics/${name}/all?${fixed}&limit=100`)
  for (const name of scanReports) await read(`/qranalytics/${name}?${fixed}`)
  await read(`/analytics/top-performing-urls?limit=100`)
  for (const code of [
    'plain',
    'tagged',
    'limited',
    'later',
    'devices',
    'carded',
    'untracked',
    'off',
    'poster',
    'nobody',
  ]) {
    const { status, headers } = await fetch(`${instance.redirects}/${code}`, { method: 'HEAD', redirect: 'manual' })
    answers[`/${code}`] = { status, location: headers.get('location') }
  }
  return answers
}
