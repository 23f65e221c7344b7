import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { api, stores } from '../support/use-api.ts'
import { account, newBrowser, onward, provider, signInAt, someone, useSignOn } from './sign-on.fixture.ts'

useSignOn()

const redirect_uri = 'https://app.example/callback'

async function consentPath(): Promise<string> {
  const registered = await fetch(`${api.url}/mcp/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Robot', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', code_challenge_method: 'S256' })
  asked.set('code_challenge', createHash('sha256').update('v'.repeat(43)).digest('base64url'))
  return `/mcp/oauth/consent?${asked.toString()}`
}

it('a user of single sign-on signs in again before they allow an app, through a page instead of a redirect of the form', async () => {
  const browser = newBrowser()
  const person = someone()
  await signInAt(browser, person)
  const path = await consentPath()
  const page = await browser.get(path)
  expect(page.status, page.html).toBe(200)
  await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
  const start = `/login/sso/${account.id}?next=${encodeURIComponent(path)}&again=1`
  const opened = await browser.get(path)
  expect([opened.status, opened.location]).toEqual([303, start])
  const sent = onward(await browser.post('/mcp/oauth/consent', { ...page.hidden, decision: 'allow' }))
  expect([sent.status, sent.location], 'a redirect would be blocked').toEqual([200, start])

  provider.person = person
  const left = await browser.get(start, { 'sec-fetch-site': 'same-origin' })
  const back = await browser.get(await provider.visit(left.location))
  expect([back.status, back.location]).toEqual([303, path])
  expect((await browser.get(path)).html).toContain('Robot')
})
