import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import { api, browser, decide, opens, useOAuth } from '../support/oauth.ts'
import { home, startWaymark, useHome, waymark } from './run-waymark.fixture.ts'

useOAuth()
useHome()

const file = () => join(home, 'waymark/credentials.json')
const saved = async () => JSON.parse(await readFile(file(), 'utf8'))

/** Starts the command and returns its page, as a user would open it. */
async function startLogin() {
  const login = startWaymark(['login', '--url', api.url])
  const page = await eventually(() => {
    const [url] = /http\S+authorize\S+/.exec(login.printed.err) ?? []
    expect(url, login.printed.err).toBeDefined()
    return new URL(url ?? '')
  })
  const decideThere = (decision: string) => decide(`${page.pathname}${page.search}`, decision, browser)
  return { ...login, decide: decideThere }
}

it('signs in with the browser, renews its access, and ends it', async () => {
  const login = await startLogin()
  const { location } = await login.decide('allow')
  expect(await (await fetch(location ?? '')).text()).toContain('return to the terminal')
  expect(await login.ended, login.printed.err).toBe(0)
  expect(login.printed.out).toContain('Signed in to')
  expect((await waymark(['links', 'list'])).status).toBe(0)

  const first = await saved()
  await writeFile(file(), JSON.stringify({ ...first, expires_at: Date.now() }))
  // A refresh token works once, and using it again would end the access.
  const both = await Promise.all([waymark(['whoami', '--json']), waymark(['whoami', '--json'])])
  expect(both.map(({ status }) => status)).toEqual([0, 0])
  const second = await saved()
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await waymark(['whoami'])).status).toBe(0)
  expect(second.expires_at).toBeGreaterThan(Date.now())

  expect((await waymark(['logout'])).stdout).toBe('Signed out.\n')
  expect(await opens(second.access_token)).toBe(401)
})

it('saves nothing if the user denies the access', async () => {
  const login = await startLogin()
  const { location } = await login.decide('deny')
  await fetch(location ?? '')
  expect(await login.ended).toBe(1)
  expect(login.printed.err).toMatch(/waymark: .*denied/i)
  expect((await waymark(['whoami'])).status).toBe(1)
})
