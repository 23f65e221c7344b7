import { beforeEach, describe, expect, it } from 'vitest'
import { resetPassword } from '#model/accounts/users.ts'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { createUser } from '../../factories/user.ts'
import { eventually } from '../../stack/eventually.ts'
import { type TestApp, turnOnApp } from '../support/authenticators.ts'
import { Browser } from '../support/browser.ts'
import { account, api, call, email, isSignedIn, password, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

let one: Browser
let app: TestApp
beforeEach(async () => {
  // Forgets the failures of other tests.
  await stores.redis.flushdb()
  one = await signedIn()
  app = await turnOnApp(one)
})

/** A browser after the right password. */
async function atCodeStep(next = '/app'): Promise<Browser> {
  const browser = new Browser(api)
  const { hidden } = await browser.get(`/login?next=${encodeURIComponent(next)}`)
  const shown = await browser.post('/login', { ...hidden, email, password })
  expect([shown.status, shown.location]).toEqual([303, `/login/code?next=${encodeURIComponent(next)}`])
  expect(browser.cookies.has('waymark')).toBe(false)
  return browser
}
const enter = (browser: Browser, code: string) => browser.submit('/login/code', { code })
const entries = async (action: string) => stores.sql`
  select summary, fields, object_ids
  from audit_log
  where account_id = ${account.id} and action = ${action}
  order by at, id`

describe('sign-in with an authenticator app', () => {
  it('asks for a code after the password, then opens the requested page', async () => {
    const browser = await atCodeStep('/docs?a=b')
    expect(await isSignedIn(browser)).toBe(false)
    const { hidden } = await browser.get('/login/code?next=/docs?a=b')
    const done = await browser.post('/login/code', { ...hidden, code: await app.code() })
    expect([done.status, done.location]).toEqual([303, '/docs?a=b'])
    expect(await isSignedIn(browser)).toBe(true)
    expect([...browser.cookies.keys()]).toEqual(['waymark'])
  })

  it('accepts a code once, also with spaces', async () => {
    const code = await app.code()
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await enter(await atCodeStep(), spaced)).status).toBe(303)
    const again = await enter(await atCodeStep(), code)
    expect([again.status, again.html]).toEqual([401, expect.stringContaining('it was already used')])
  })

  it('accepts a recovery code once', async () => {
    const [code = ''] = app.recoveryCodes
    expect((await enter(await atCodeStep(), code)).status).toBe(303)
    expect((await enter(await atCodeStep(), code)).status).toBe(401)
    expect((await call(one, 'GET', '/authenticator')).json.data.recovery_codes_left).toBe(9)
  })

  it('opens one session for two right codes at the same time', async () => {
    const browser = await atCodeStep()
    const { hidden } = await browser.get('/login/code')
    const cookie = browser.cookieHeader
    const codes = [await app.code(), ...app.recoveryCodes.slice(0, 2)]
    const answers = await Promise.all(
      codes.map((code) => {
        const twin = new Browser(api)
        return twin.post('/login/code', { ...hidden, code }, { headers: { cookie } })
      }),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  it('needs the password again after five wrong codes, also if they arrive all at once', async () => {
    const browser = await atCodeStep()
    const { hidden } = await browser.get('/login/code')
    const wrong = () => browser.post('/login/code', { ...hidden, code: '000000' })
    await Promise.all(Array.from({ length: 8 }, wrong))
    const [row] = await stores.sql`
      select failures
      from authenticators
      join users on users.id = authenticators.user_id
      where email = ${email}`
    expect(row).toEqual({ failures: 5 })
    const late = await browser.post('/login/code', { ...hidden, code: await app.code() })
    expect([late.status, late.html]).toEqual([401, expect.stringContaining('Sign in again')])
    expect((await browser.get('/login/code')).status).toBe(401)
    expect((await enter(await atCodeStep(), await app.code())).status).toBe(303)
  })

  it('counts wrong codes with wrong passwords', async () => {
    for (let time = 0; time < 5; time += 1) await new Browser(api).login(email, 'wrong password')
    const browser = await atCodeStep()
    const { hidden } = await browser.get('/login/code')
    for (let time = 0; time < 5; time += 1) await browser.post('/login/code', { ...hidden, code: '000000' })
    expect((await new Browser(api).login(email, password)).status).toBe(429)
  })

  it('needs its own ticket', async () => {
    const other = await createUser(stores.sql, await createAccount(stores.sql), password)
    const stranger = new Browser(api)
    await stranger.login(other.email, password)
    const theirApp = await turnOnApp(stranger)
    const theirs = new Browser(api)
    await theirs.login(other.email, password)
    expect((await enter(theirs, await app.code())).status, 'the code of another user').toBe(401)
    expect((await enter(theirs, app.recoveryCodes[0] ?? '')).status).toBe(401)
    const browser = await atCodeStep()
    const cookies = new Map(browser.cookies)
    browser.cookies.set('waymark-ticket', theirs.cookies.get('waymark-ticket') ?? '')
    expect((await enter(browser, await app.code())).status, 'the ticket of another user').toBe(401)
    browser.cookies.set('waymark-ticket', 'x'.repeat(43))
    expect((await browser.get('/login/code')).status).toBe(401)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const ticket = browser.cookies.get('waymark-ticket') ?? ''
    const asSession = await fetch(`${api.url}/api/app/session`, { headers: { cookie: `waymark=${ticket}` } })
    expect(asSession.status, 'a ticket is no session').toBe(401)
    expect((await enter(theirs, await theirApp.code())).status).toBe(303)
  })

  it('ends after ten minutes, and when the password changes', async () => {
    const browser = await atCodeStep()
    await stores.sql`update sign_in_tickets set expires_at = expires_at - interval '10 minutes'`
    expect((await browser.get('/login/code')).status).toBe(401)
    const other = await atCodeStep()
    await resetPassword(stores.sql, email, 'no hash', { keepAccess: true })
    expect((await other.get('/login/code')).status).toBe(401)
  })

  it('is still asked for after a new password', async () => {
    const new_password = 'another long password'
    expect((await call(one, 'PUT', '/password', { current_password: password, new_password })).status).toBe(200)
    expect((await new Browser(api).login(email, new_password)).location).toContain('/login/code')
  })

  it('rejects forged forms', async () => {
    const browser = await atCodeStep()
    const forged = await browser.post('/login/code', { code: await app.code(), csrf_token: 'x' })
    expect([forged.status, browser.cookies.has('waymark')]).toEqual([403, false])
  })
})

describe('an authenticator app', () => {
  const remove = (body: object, by = one) => call(by, 'DELETE', '/authenticator', body)

  it('is turned off with the password and a code, not with one of them', async () => {
    const code = await app.code()
    expect((await remove({ current_password: 'wrong', code })).status).toBe(422)
    expect((await remove({ current_password: password, code: '000000' })).status).toBe(422)
    expect((await remove({ current_password: password })).status).toBe(400)
    expect((await remove({ current_password: password, code: '' })).status).toBe(422)
    expect((await call(one, 'GET', '/authenticator')).json.data.confirmed_at).not.toBeNull()
    expect((await remove({ current_password: password, code: app.recoveryCodes[1] })).status).toBe(200)
    expect((await remove({ current_password: password, code })).status).toBe(409)
    expect((await call(one, 'GET', '/authenticator')).json.data).toEqual({ confirmed_at: null, recovery_codes_left: 0 })
    expect((await new Browser(api).login(email, password)).location).toBe('/app')
  })

  it('asks for nothing until it was confirmed with a code, and is not replaced once it was', async () => {
    expect((await call(one, 'POST', '/authenticator')).status).toBe(409)
    expect((await call(one, 'PUT', '/authenticator', { code: await app.code() })).status).toBe(409)
    const other = await createUser(stores.sql, await createAccount(stores.sql), password)
    const fresh = new Browser(api)
    await fresh.login(other.email, password)
    expect((await call(fresh, 'PUT', '/authenticator', { code: '123456' })).status).toBe(409)
    expect((await call(fresh, 'POST', '/authenticator/recovery-codes')).status).toBe(409)
    await call(fresh, 'POST', '/authenticator')
    const wrong = await call(fresh, 'PUT', '/authenticator', { code: '12345' })
    expect([wrong.status, wrong.json.error.details.errors[0].field]).toEqual([422, 'code'])
    expect((await call(fresh, 'PUT', '/authenticator', { code: 123_456 })).status).toBe(400)
    expect((await new Browser(api).login(other.email, password)).location).toBe('/app')
  })

  it('gets new recovery codes, which end the previous ones', async () => {
    const { json } = await call(one, 'POST', '/authenticator/recovery-codes')
    expect(json.data.recovery_codes).toHaveLength(10)
    expect((await enter(await atCodeStep(), app.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await enter(await atCodeStep(), json.data.recovery_codes[0])).status).toBe(303)
  })

  it('is set up again only after the password or a code was entered in the last ten minutes', async () => {
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const refused = await call(one, 'POST', '/authenticator/recovery-codes')
    expect([refused.status, refused.json.error.details]).toEqual([403, 'password_confirmation_required'])
    expect((await call(one, 'POST', '/confirm-code', { code: '000000' })).status).toBe(422)
    expect((await call(one, 'POST', '/authenticator/recovery-codes')).status).toBe(403)
    expect((await call(one, 'POST', '/confirm-code', { code: await app.code() })).status).toBe(200)
    expect((await call(one, 'POST', '/authenticator/recovery-codes')).status).toBe(200)
  })

  it('is out of reach of API keys', async () => {
    const { key } = await createKey(stores.sql, account)
    const ask = (method: string, path: string) =>
      fetch(`${api.url}/api/app${path}`, { method, headers: { authorization: `Bearer ${key}` } })
    expect((await ask('GET', '/authenticator')).status).toBe(403)
    expect((await ask('POST', '/authenticator')).status).toBe(403)
  })
})

describe('the audit log', () => {
  it('has failed sign-ins with the password and with the code, and no secret', async () => {
    await new Browser(api).login(email, 'mistyped secret')
    await enter(await atCodeStep(), '000000')
    await eventually(async () =>
      expect((await entries('sign_in_failed')).map(({ summary }) => summary).toSorted()).toEqual([
        'Failed sign-in: wrong code',
        'Failed sign-in: wrong password',
      ]),
    )
    expect(await entries('PUT /authenticator')).toEqual([
      { summary: 'Turn on the authenticator app', fields: ['code'], object_ids: [] },
    ])
    const text = JSON.stringify(await stores.sql`select * from audit_log where account_id = ${account.id}`)
    expect(text).not.toContain('mistyped secret')
    for (const code of app.recoveryCodes) expect(text).not.toContain(code)
    expect(text).not.toContain('127.0.0.1')
  })

  it('has no entry for an unknown email', async () => {
    const before = (await stores.sql`select from audit_log`).length
    await new Browser(api).login('nobody@example.com', password)
    await new Browser(api).login(email, 'wrong password')
    await eventually(async () => expect(await stores.sql`select from audit_log`).toHaveLength(before + 1))
  })
})
