import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { expectAccessible } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

interface Client {
  client_id: string
}

describe.skipIf(chromium === undefined)('connected apps, in Chromium on the real stack', () => {
  useOwner(chromium)

  const callback = () => `${web.shortOrigin}/cb`
  const list = () => page.getByRole('list', { name: 'Connected apps' })
  const heading = () => page.getByRole('heading', { name: 'Apps', level: 1 })

  const post = async (path: string, body: string | URLSearchParams, type?: string) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const response = await fetch(`${web.origin}/mcp/oauth/${path}`, { method: 'POST', headers, body })
    return (await response.json()) as Record<string, string>
  }

  async function register(client_name: string, more: object = {}): Promise<Client> {
    const metadata = { client_name, redirect_uris: [callback()], token_endpoint_auth_method: 'none', ...more }
    return (await post('register', JSON.stringify(metadata), 'application/json')) as unknown as Client
  }

  /** Connects like an app: opens the consent page, which `answer` submits, and gets tokens. */
  async function connect({ client_id }: Client, answer: () => Promise<void>, scope?: string) {
    const asked = new URLSearchParams({ client_id, redirect_uri: callback(), response_type: 'code' })
    asked.set('code_challenge', challenge)
    asked.set('code_challenge_method', 'S256')
    if (scope !== undefined) asked.set('scope', scope)
    await page.goto(`${web.origin}/mcp/oauth/authorize?${asked.toString()}`)
    await page.getByRole('heading', { name: /^Allow .* to access your account\?$/ }).waitFor()
    await answer()
    await page.waitForURL(/\/cb\?code=/)
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const fields = { client_id, code, redirect_uri: callback(), code_verifier: verifier }
    return await post('token', new URLSearchParams({ grant_type: 'authorization_code', ...fields }))
  }

  const click = (name: string) => () => page.getByRole('button', { name }).click()
  const ask = async (token: string | undefined) =>
    (await fetch(`${web.origin}/api/v1/short-urls`, { headers: { authorization: `Bearer ${token}` } })).status

  it('explains how to connect while there are no apps', async () => {
    await page.goto(`${web.origin}/app/apps`)
    await page.getByRole('button', { name: 'Copy MCP URL' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    expect(await copied()).toBe(`${web.origin}/mcp`)
    await page.getByRole('tab', { name: 'VS Code' }).click()
    await page.getByRole('button', { name: 'Copy for VS Code' }).click()
    expect(JSON.parse(await copied())).toEqual({ servers: { waymark: { type: 'http', url: `${web.origin}/mcp` } } })
    await page.getByRole('tab', { name: 'ChatGPT' }).click()
    await page.getByText('cannot reach localhost').waitFor()
  })

  it('lists granted permissions in plain words, and revokes tokens at once', async () => {
    const client = await register('Report writer', { client_uri: 'https://reports.example/' })
    const tokens = await connect(client, click('Allow'), 'shorturl:read analytics:read')
    await page.goto(`${web.origin}/app/apps`)
    const row = list().getByRole('listitem').filter({ hasText: 'Report writer' })
    await row.getByText('Never used').waitFor()
    expect(await row.getByRole('list', { name: 'Permissions' }).getByRole('listitem').allInnerTexts()).toEqual([
      'View your links, campaigns, domains, and A/B tests',
      'View analytics for your links and QR codes',
    ])
    expect(await ask(tokens['access_token'])).toBe(200)
    await page.reload()
    await row.getByText(/Used (now|\d+ sec)/).waitFor()
    await row.getByRole('button', { name: 'Revoke Report writer' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the confirmation')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await ask(tokens['access_token'])).toBe(200)
    await row.getByRole('button', { name: 'Revoke Report writer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Access revoked for Report writer').waitFor()
    expect(await ask(tokens['access_token'])).toBe(401)
    const { client_id } = client
    const again = { grant_type: 'refresh_token', client_id, refresh_token: tokens['refresh_token'] ?? '' }
    expect((await post('token', new URLSearchParams(again)))['error']).toBe('invalid_grant')
    await page.getByText('Your connected apps will appear here').waitFor()
  })

  it('works with the keyboard alone', async () => {
    const { access_token } = await connect(await register('Keyboard'), async () => {
      await page.getByRole('button', { name: 'Allow' }).focus()
      await page.keyboard.press('Enter')
    })
    await page.goto(`${web.origin}/app`)
    await page.getByRole('link', { name: 'Apps', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await heading().waitFor()
    await page.getByRole('tab', { name: 'Claude', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('claude mcp add').waitFor()
    await page.keyboard.press('Tab')
    // The panel gets the focus first, so that it is read out.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `claude mcp add --transport http waymark ${web.origin}/mcp`,
      ),
    )
    await page.getByRole('button', { name: 'Revoke Keyboard' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Revoke Keyboard'),
    )
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Access revoked for Keyboard').waitFor()
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.id), 'its row is gone').toBe('main'),
    )
    expect(await ask(access_token)).toBe(401)
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const other = await web.newPage()
    await expectGoodPages(other, ['/app/apps'])
    const name = `<b>${'A long name without an end '.repeat(6)}</b>`
    await connect(await register(name, { client_uri: `https://${'long.'.repeat(30)}example/` }), click('Allow'))
    await expectGoodPages(other, ['/app/apps'])
    await other.getByRole('button', { name: /^Revoke/ }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await other.getByText('Your connected apps will appear here').waitFor()
    await other.close()
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The redirect URI of the apps returns 404.
    expect(web.complaints.filter((text) => !/status of 404/.test(text))).toEqual([])
  })
})
