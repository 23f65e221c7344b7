import type { Callers } from './callers.ts'
import type { ApiClient } from './send-call.ts'

const url = 'https://example.com/page'
const soonMs = 2_000
const later = '2120-01-01T00:00:00Z'

/** One link of every kind that the redirector treats differently. */
const makeLinks = (soon: string): Record<string, unknown>[] => [
  { custom_alias: 'usual', url },
  { custom_alias: 'untracked', url, tracking_enabled: false },
  { custom_alias: 'with-query', url: `${url}?a=1&b=2#part` },
  { custom_alias: 'locked', url, password: 'open sesame' },
  { custom_alias: 'expired', url, expires_at: soon },
  { custom_alias: 'moved', url, expires_at: soon, expired_url: 'https://example.com/over' },
  { custom_alias: 'scheduled', url, starts_at: later },
  { custom_alias: 'limited', url, max_clicks: 3 },
  { custom_alias: 'phones', url, ios_url: 'https://ios.example/', android_url: 'https://android.example/' },
  { custom_alias: 'card', url, og: { title: 'Title <b>', description: 'x', image_url: 'https://example.com/i.png' } },
  { custom_alias: 'permanent', url, redirect_type: 301 },
]

/** Returns their slugs. */
export async function plantLinks(client: ApiClient, callers: Callers, prefix = ''): Promise<string[]> {
  const soon = new Date(Date.now() + soonMs).toISOString()
  const links = makeLinks(soon).map((link) => ({ ...link, custom_alias: `${prefix}${String(link['custom_alias'])}` }))
  const create = async (path: string, value: unknown) => {
    const body = Buffer.from(JSON.stringify(value))
    const headers = { ...callers.key().headers, 'content-type': 'application/json' }
    const { status, text } = await client.send({ kind: 'operation', as: 'key', method: 'POST', path, headers, body })
    if (status !== 201) throw new Error(`${path} was not created: ${status} ${text}`)
    return JSON.parse(text)
  }
  for (const link of links) await create('/api/v1/short-urls', link)
  const variants = [
    { name: 'A', destination_url: 'https://example.com/a' },
    { name: 'B', destination_url: 'https://example.com/b' },
  ]
  const { data: tested } = await create('/api/v1/short-urls', { custom_alias: `${prefix}tested`, url })
  const { test } = await create('/api/v1/url-ab-tests', { name: 'Test', primary_url_id: tested.id, variants })
  await client.send({
    ...callers.key(),
    kind: 'operation',
    method: 'POST',
    path: `/api/v1/url-ab-tests/${test.id}/start`,
  })
  const wifi = {
    content_type: 'wifi',
    content_data: { ssid: 'x', password: 'secret <b>', encryption: 'WPA' },
    is_dynamic: true,
  }
  const { data } = await create('/api/v1/qr-codes/generate', wifi)
  const code =
    String(data.qrCode.short_url ?? '')
      .split('/')
      .at(-1) ?? ''
  return [...links.map(({ custom_alias }) => String(custom_alias)), `${prefix}tested`, ...(code === '' ? [] : [code])]
}
