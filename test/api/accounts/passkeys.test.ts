import { isoCBOR } from '@simplewebauthn/server/helpers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createDevice } from '../../factories/passkey-device.ts'
import { createUser } from '../../factories/user.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { turnOnApp } from '../support/authenticators.ts'
import { Browser } from '../support/browser.ts'
import { startApi } from '../support/http.ts'
import { addPasskey, atLogin, challengeFor } from '../support/passkeys.ts'
import { account, api, call, email, isSignedIn, password, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

let one: Browser
beforeEach(async () => {
  // Forgets the failures of other tests.
  await stores.redis.flushdb()
  one = await signedIn()
})

const list = async (by = one) => (await call(by, 'GET', '/passkeys')).json.data.passkeys
const summaries = async () =>
  (
    await stores.sql<{ summary: string }[]>`
      select summary
      from audit_log
      where account_id = ${account.id}
      order by at, id`
  ).map(({ summary }) => summary)
async function strangerBrowser(): Promise<Browser> {
  const other = await createUser(stores.sql, await createAccount(stores.sql), password)
  const stranger = new Browser(api)
  await stranger.login(other.email, password)
  return stranger
}

type Cbor = Parameters<typeof isoCBOR.encode>[0]

describe('a passkey', () => {
  it('is added with a name, listed, renamed and removed', async () => {
    const { passkeyId } = await addPasskey(one)
    expect((await call(one, 'GET', '/passkeys')).json.data).toMatchObject({
      is_supported: true,
      passkeys: [{ id: passkeyId, name: 'Laptop', last_used_at: null }],
    })
    const renamed = await call(one, 'PUT', `/passkeys/${passkeyId}`, { name: ' Phone ' })
    expect([renamed.status, renamed.json.data.name]).toEqual([200, 'Phone'])
    expect((await call(one, 'PUT', `/passkeys/${passkeyId}`, { name: ' ' })).status).toBe(422)
    expect((await call(one, 'DELETE', `/passkeys/${passkeyId}`)).status).toBe(200)
    expect((await call(one, 'DELETE', `/passkeys/${passkeyId}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('is added without a look at the certificates that its maker may have signed', async () => {
    const device = createDevice()
    const response = device.register({ challenge: await challengeFor(one) })
    const sent = isoCBOR.decodeFirst<Map<string, Cbor>>(Buffer.from(response.response.attestationObject, 'base64url'))
    const signed = new Map<string, Cbor>([
      ['fmt', 'android-key'],
      [
        'attStmt',
        new Map<string, Cbor>([
          ['alg', -7],
          ['sig', new Uint8Array(64)],
          ['x5c', [new Uint8Array(300)]],
        ]),
      ],
      ['authData', sent.get('authData') ?? null],
    ])
    response.response.attestationObject = Buffer.from(isoCBOR.encode(signed)).toString('base64url')
    expect((await call(one, 'POST', '/passkeys', { name: 'Phone', response })).status).toBe(201)
    for (const attestationObject of ['', 'AAAA', Buffer.from('not CBOR').toString('base64url')]) {
      const challenge = await challengeFor(one)
      const broken = device.register({ challenge })
      broken.response.attestationObject = attestationObject
      expect((await call(one, 'POST', '/passkeys', { name: 'Phone', response: broken })).status).toBe(422)
    }
  })

  it('has a name that can be stored', async () => {
    const { passkeyId } = await addPasskey(one)
    for (const name of ['a\u0000b', '\ud800', ' ', 'x'.repeat(101)])
      expect((await call(one, 'PUT', `/passkeys/${passkeyId}`, { name })).status, JSON.stringify(name)).toBe(422)
    expect((await list())[0].name).toBe('Laptop')
  })

  it('that another user has does not exist', async () => {
    const { passkeyId } = await addPasskey(one)
    const stranger = await strangerBrowser()
    expect((await call(stranger, 'PUT', `/passkeys/${passkeyId}`, { name: 'Mine' })).status).toBe(404)
    expect((await call(stranger, 'DELETE', `/passkeys/${passkeyId}`)).status).toBe(404)
    expect(await list(stranger)).toEqual([])
    expect(await list()).toMatchObject([{ name: 'Laptop' }])
  })

  it('is added only with an unused challenge of this session, from this origin, after user verification', async () => {
    const add = async (ceremony: object, by = one) => {
      const device = createDevice()
      const response = device.register({ challenge: await challengeFor(by), ...ceremony })
      return (await call(by, 'POST', '/passkeys', { name: 'x', response })).status
    }
    const stranger = await strangerBrowser()
    expect(await add({ challenge: 'AAAA' })).toBe(422)
    expect(await add({ challenge: await challengeFor(stranger) })).toBe(422)
    expect(await add({ challenge: (await atLogin()).challenge })).toBe(422)
    expect(await add({ origin: 'https://evil.example' })).toBe(422)
    expect(await add({ party: 'evil.example' })).toBe(422)
    expect(await add({ isVerified: false })).toBe(422)
    expect(await list()).toEqual([])
    const response = createDevice().register({ challenge: await challengeFor(one) })
    const twice = await Promise.all([1, 2].map(() => call(one, 'POST', '/passkeys', { name: 'x', response })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await add({})).toBe(201)
  })

  it('is added only after the password was entered in the last ten minutes, and limited in number', async () => {
    const { passkeyId } = await addPasskey(one)
    await stores.sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, counter)
      select gen_random_uuid(), user_id, name, sha256(n::text::bytea || id::text::bytea), public_key, 0
      from passkeys, generate_series(1, 19) as n
      where id = ${passkeyId}`
    await expect(addPasskey(one)).rejects.toThrow('up to 20 passkeys')
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    expect((await call(one, 'POST', '/passkeys/options')).json.error.details).toBe('password_confirmation_required')
    expect((await call(one, 'DELETE', `/passkeys/${passkeyId}`)).status).toBe(403)
  })
})

describe('a password change', () => {
  const change = (more: object = {}) =>
    call(one, 'PUT', '/password', { current_password: password, new_password: password, ...more })

  it('removes the passkeys and single sign-on connections if it ends other access, and keeps them otherwise', async () => {
    const device = await addPasskey(one)
    const signIn = async () => {
      const login = await atLogin()
      return (await login.signIn(device.use({ challenge: login.challenge }))).location
    }
    await stores.sql`
      insert into identities (id, account_id, user_id, issuer, subject, is_own)
      select gen_random_uuid(), account_id, user_id, 'https://provider.example', 'stranger', true
      from memberships
      where account_id = ${account.id}`
    const identities = () => stores.sql`select from identities where account_id = ${account.id}`
    await change()
    expect([await signIn(), (await identities()).length]).toEqual(['/app', 1])
    one = await signedIn()
    expect((await change({ revoke_access: true })).status).toBe(200)
    expect([await signIn(), (await identities()).length]).toEqual([expect.stringContaining('passkey=rejected'), 0])
  })

  it('leaves no passkey that an ended session adds at the same time', async () => {
    const response = createDevice().register({ challenge: await challengeFor(one) })
    const { asked } = await stores.sql.begin(async (tx) => {
      await tx`update users set updated_at = now() where id in (select user_id from sessions)`
      const adding = call(one, 'POST', '/passkeys', { name: 'Laptop', response })
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
      await tx`delete from sessions where account_id = ${account.id}`
      return { asked: adding }
    })
    expect((await asked).status).toBe(401)
    const left =
      await stores.sql`select from passkeys join memberships using (user_id) where account_id = ${account.id}`
    expect(left).toHaveLength(0)
  })
})

describe('sign-in with a passkey', () => {
  it('needs neither password nor code, and opens the requested page', async () => {
    const device = await addPasskey(one)
    await turnOnApp(one)
    const { browser, challenge, signIn } = await atLogin('/docs')
    const done = await signIn(device.use({ challenge }))
    expect([done.status, done.location]).toEqual([303, '/docs'])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await list())[0].last_used_at).not.toBeNull()
    expect(await summaries()).toContain('Sign in with a passkey')
  })

  it('uses each challenge once, also for two requests at the same time', async () => {
    const device = await addPasskey(one)
    const { challenge, signIn } = await atLogin()
    const answers = await Promise.all([signIn(device.use({ challenge })), signIn(device.use({ challenge }))])
    expect(answers.filter(({ location }) => location === '/app')).toHaveLength(1)
    const late = await atLogin()
    expect((await late.signIn(device.use({ challenge }))).location).toContain('passkey=rejected')
  })

  it('refuses a counter that has not risen, and every other wrong response', async () => {
    const device = await addPasskey(one)
    const attempt = async (ceremony: object = {}, use = device.use) => {
      const { browser, challenge, signIn } = await atLogin()
      const { location } = await signIn(use({ challenge, ...ceremony }))
      expect(browser.cookies.has('waymark')).toBe(location === '/app')
      return location === '/app'
    }
    device.setCounter(10)
    expect(await attempt()).toBe(true)
    device.setCounter(10)
    expect(await attempt(), 'the same counter').toBe(false)
    device.setCounter(3)
    expect(await attempt(), 'a lower counter').toBe(false)
    device.setCounter(20)
    expect(await attempt({ challenge: await challengeFor(one, '/confirm-passkey') }), 'a challenge for a session').toBe(
      false,
    )
    expect(await attempt({ origin: 'https://evil.example' })).toBe(false)
    expect(await attempt({ party: 'evil.example' })).toBe(false)
    expect(await attempt({ isVerified: false })).toBe(false)
    const other = createDevice()
    expect(await attempt({}, other.use), 'an unknown passkey').toBe(false)
    expect(await attempt({}, (ceremony) => ({ ...other.use(ceremony), id: device.id, rawId: device.id }))).toBe(false)
    expect(await attempt()).toBe(true)
    await eventually(async () => expect(await summaries()).toContain('Failed sign-in: wrong passkey'))
  })

  it('is an error of the server if the store is down, not a wrong passkey', async () => {
    const device = await addPasskey(one)
    const { challenge, signIn } = await atLogin()
    const { asked } = await stores.sql.begin(async (tx) => {
      await tx`select from passkey_challenges for update`
      const asking = signIn(device.use({ challenge }))
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
      await stores.sql`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return { asked: asking }
    })
    const shown = await asked
    expect([shown.status, shown.html]).toEqual([503, expect.stringContaining('Temporarily unavailable')])
    expect(await summaries()).not.toContain('Failed sign-in: wrong passkey')
    expect((await signIn(device.use({ challenge }))).location, 'the challenge was not used up').toBe('/app')
  })

  it('is offered with the code to users who have a passkey', async () => {
    const codePage = async () => {
      const browser = new Browser(api)
      const shown = await browser.submit('/login', { email, password })
      return { browser, page: await browser.get(shown.location ?? '') }
    }
    await turnOnApp(one)
    expect((await codePage()).page.html).not.toContain('passkey')
    const device = await addPasskey(one)
    const { browser, page } = await codePage()
    expect(page.html).toContain('Sign in with a passkey')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const { html } = await browser.post('/login/passkey/options', page.hidden)
    const { challenge } = JSON.parse(html) as { challenge: string }
    const credential = JSON.stringify(device.use({ challenge }))
    const done = await browser.post('/login/passkey', { ...page.hidden, credential })
    expect([done.status, done.location]).toEqual([303, '/app'])
    expect([await isSignedIn(browser), browser.cookies.has('waymark-ticket')]).toEqual([true, false])
  })

  it('ends when the passkey is removed, and shows an error', async () => {
    const device = await addPasskey(one)
    await call(one, 'DELETE', `/passkeys/${device.passkeyId}`)
    const { browser, challenge, signIn } = await atLogin()
    const { location } = await signIn(device.use({ challenge }))
    const page = await browser.get(location ?? '')
    expect([page.status, page.html]).toEqual([401, expect.stringContaining('The passkey was not accepted.')])
  })

  it('is limited like wrong passwords, and so are challenges', async () => {
    const device = await addPasskey(one)
    const { challenge, signIn, browser } = await atLogin()
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await signIn(device.use({ challenge: 'AAAA' }))).status)
    expect(statuses).toEqual([...Array(10).fill(303), 429])
    expect((await signIn(device.use({ challenge }))).status).toBe(429)
    const { hidden } = await browser.get('/login')
    const offered: number[] = []
    for (let time = 0; time < 31; time += 1) offered.push((await browser.post('/login/passkey/options', hidden)).status)
    expect(offered.at(-1)).toBe(429)
    expect((await browser.post('/login/passkey/options', { csrf_token: 'x' })).status).toBe(403)
  })
})

describe('a passkey instead of the password', () => {
  it('allows sensitive requests of that session and user only', async () => {
    const device = await addPasskey(one)
    const stranger = await strangerBrowser()
    const theirs = await addPasskey(stranger)
    await stores.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const key = () => call(one, 'POST', '/api-keys', { name: 'x', permissions: ['read'] }, '/api/v1')
    const confirm = async (response: unknown) => (await call(one, 'POST', '/confirm-passkey', { response })).status
    expect((await key()).status).toBe(403)
    const challenge = () => challengeFor(one, '/confirm-passkey')
    expect(await confirm(theirs.use({ challenge: await challenge() })), 'another user').toBe(422)
    expect(await confirm(device.use({ challenge: (await atLogin()).challenge })), 'a challenge for sign-in').toBe(422)
    expect(await confirm(device.use({ challenge: await challengeFor(stranger, '/confirm-passkey') }))).toBe(422)
    expect(await confirm({})).toBe(400)
    expect((await key()).status).toBe(403)
    expect(await confirm(device.use({ challenge: await challenge() }))).toBe(200)
    expect((await key()).status).toBe(201)
  })
})

it('without HTTPS or a host name there are no passkeys, and the pages say so', async () => {
  const insecure = await startApi({ ...stores, config: { ...stores.config, BASE_URL: 'http://way.example' } })
  const browser = new Browser(insecure, 'http://way.example')
  const page = await browser.get('/login')
  expect(page.html).not.toContain('passkey')
  expect((await browser.post('/login/passkey/options', page.hidden)).status).toBe(404)
  const listed = await fetch(`${insecure.url}/api/app/passkeys`, { headers: { cookie: one.cookieHeader } })
  expect(await listed.json()).toMatchObject({ data: { is_supported: false, passkeys: [] } })
  await insecure.close()
})
