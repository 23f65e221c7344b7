import { onPostgres } from '../embedded/queries.ts'
import { call, page, web } from './web.fixture.ts'

/** Creates one resource of each kind that has a form, by its name. */
export async function createOneOfEach(): Promise<Record<string, string>> {
  const create = async (path: string, body: unknown): Promise<string> => {
    const reply = await call('POST', path, body)
    return (reply.data?.qrCode ?? reply.data ?? reply.test ?? reply).id
  }
  const url = 'https://example.com/'
  const variants = [{ destination_url: `${url}a` }, { destination_url: `${url}b` }]
  const code = { content_type: 'url', content_data: { url }, is_dynamic: true, tracking_enabled: true }
  // A protected link, a domain and a key have no page.
  await create('/short-urls', { url, custom_alias: 'secret', password: 'open sesame' })
  await create('/domains/branded', { domain: 'go.brand.example' })
  await create('/api-keys', { name: 'Build server', permissions: ['read'] })
  const ids = {
    link: await create('/short-urls', { url, custom_alias: 'first' }),
    code: await create('/qr-codes/generate', { ...code, name: 'Menu' }),
    expired: await create('/qr-codes/generate', { ...code, name: 'Old menu' }),
    campaign: await create('/campaigns', { name: 'Spring' }),
    draft: await create('/url-ab-tests', { name: 'Headline', variants }),
    running: await create('/url-ab-tests', { name: 'Picture', variants }),
    webhook: await create('/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'] }),
  }
  await call('POST', `/url-ab-tests/${ids.running}/start`)
  await onPostgres(
    web.urls.database_url,
    (sql) => sql`update qr_codes set expires_at = now() - interval '1 second' where id = ${ids.expired}`,
  )
  await page.goto(await askConsent('Report writer'))
  await page.locator('button[value="allow"]').click()
  await page.waitForURL(/\/cb\?code=/)
  return { ...ids, consent: await askConsent('Other app') }
}

/** Registers an app. Returns the URL that it sends its user to. */
async function askConsent(client_name: string): Promise<string> {
  const redirect_uri = `${web.shortOrigin}/cb`
  const metadata = { client_name, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }
  const registered = await fetch(`${web.origin}/mcp/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  return `${web.origin}/mcp/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri, response_type: 'code', ...challenge })}`
}
