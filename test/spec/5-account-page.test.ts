import { describe, expect, it } from 'vitest'
import { resetPassword } from '#model/accounts/users.ts'
import { Browser } from './browser.fixture.ts'
import { api, browser, csrfOf, email, isSignedIn, password, signedIn, stores, useSessions } from './sessions.fixture.ts'

useSessions()

describe('the account page', () => {
  const change = async (one: Browser, current: string, wanted: string) =>
    await one.post('/account', {
      csrf_token: await csrfOf(one),
      action: 'change-password',
      current_password: current,
      new_password: wanted,
    })

  it('shows the browsers that are signed in, and signs the others out', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const one = await signedIn(firefox)
    const other = await signedIn('<script>alert(1)</script>')
    const { html } = await one.get('/account')
    expect(html).toContain('Firefox on Linux <strong>(this browser)</strong>')
    expect(html).toContain('Unknown browser')
    expect(html).not.toContain('<script')
    const ended = await one.post('/account', { csrf_token: await csrfOf(one), action: 'sign-out-others' })
    expect([ended.status, ended.location]).toEqual([303, '/account?done=sessions'])
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false])
  })

  it('changes the password, which ends every session but this one, and renews this one', async () => {
    const one = await signedIn()
    const stolen = new Browser(api)
    stolen.cookies.set('waymark', one.cookies.get('waymark') ?? '')
    const others = [await signedIn(), await signedIn(), stolen]
    const done = await change(one, password, 'another long password')
    expect([done.status, done.location]).toEqual([303, '/account?done=password'])
    expect(await isSignedIn(one)).toBe(true)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect((await browser.login(email, password)).status).toBe(401)
    expect((await browser.login(email, 'another long password')).status).toBe(303)
  })

  it('demands the current password and a long new one, and is limited like sign-in', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const short = await change(one, password, 'short')
    expect([short.status, short.html.includes('must have at least 10 characters')]).toEqual([422, true])
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await change(one, 'wrong', 'another long password')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect(await isSignedIn(other)).toBe(true)
  })

  it('changes nothing for another site', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const csrf_token = await csrfOf(one)
    const fields = { action: 'change-password', current_password: password, new_password: 'another long password' }
    const forged = [
      await one.post('/account', fields),
      await one.post('/account', { ...fields, csrf_token }, { origin: 'https://evil.example' }),
      await one.post('/account', { action: 'sign-out-others', csrf_token: 'x' }),
    ]
    expect(forged.map(({ status }) => status)).toEqual([403, 403, 403])
    expect([await isSignedIn(other), (await browser.login(email, password)).status]).toEqual([true, 303])
  })

  it('a reset on the command line signs the user out everywhere', async () => {
    const one = await signedIn()
    expect(await resetPassword(stores.sql, email, 'no hash')).toBe(true)
    expect(await isSignedIn(one)).toBe(false)
  })
})
