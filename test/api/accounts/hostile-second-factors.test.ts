import { beforeEach, expect, it } from 'vitest'
import { breakValue, wellFormed } from '../../fuzz/make-value.ts'
import { oddBodies, oddTexts } from '../../fuzz/odd-values.ts'
import { createDice } from '../../guarantees/dice.ts'
import { turnOnApp } from '../support/authenticators.ts'
import { Browser } from '../support/browser.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { addPasskey, atLogin, challengeFor } from '../support/passkeys.ts'
import { csrfOf, email, isSignedIn, origin, password, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

const seed = Math.floor(Math.random() * 2 ** 31)
const rounds = 120

let one: Browser
let device: Awaited<ReturnType<typeof addPasskey>>
/** Without limits, which would refuse most requests. */
let open: TestApi
beforeEach(async () => {
  one = await signedIn()
  device = await addPasskey(one)
  await turnOnApp(one)
  open = await startApi({ ...stores, config: { ...stores.config, RATE_LIMIT_FACTOR: 0 } })
  return () => open.close()
})

/** What a right request could change, except for failures that are counted. */
const stored = async () => ({
  apps: await stores.sql`select user_id, secret, confirmed_at from authenticators order by user_id`,
  codes: await stores.sql`select * from recovery_codes order by user_id, code_hash`,
  passkeys: await stores.sql`select * from passkeys order by id`,
  sessions: await stores.sql`select id, user_id, confirmed_at from sessions order by id`,
})

it('broken forms of sign-in open no session, change nothing, and cause no server error', async () => {
  const dice = createDice(seed)
  const guard = new Browser(open)
  const { hidden } = await guard.get('/login')
  await guard.post('/login', { ...hidden, email, password })
  const ticket = guard.cookies.get('waymark-ticket') ?? ''
  const { challenge } = await atLogin()
  const before = await stored()
  for (let round = 0; round < rounds; round += 1) {
    const right = device.use({ challenge: dice.pick(['AAAA', challenge]), isVerified: false })
    const response = breakValue(right, dice)
    const cookie = dice.pick([ticket, wellFormed(dice.pick(oddTexts)).slice(0, 500), `${ticket}x`])
    const headers = {
      cookie: `waymark-form=${guard.cookies.get('waymark-form')}; waymark-ticket=${encodeURIComponent(cookie)}`,
    }
    const path = dice.pick(['/login/code', '/login/passkey', '/login/passkey'])
    const fields = {
      ...hidden,
      next: wellFormed(dice.pick(oddTexts)),
      code: dice.pick(['12345', '1234567', wellFormed(dice.pick(oddTexts))]),
      credential: dice.pick([JSON.stringify(response) ?? '', wellFormed(dice.pick(oddTexts))]),
    }
    const twin = new Browser(open)
    const { status, html } = await twin.post(path, fields, { headers })
    expect(status, `seed ${seed}, round ${round}: ${path} ${html}`).toBeLessThan(500)
    expect(twin.cookies.has('waymark')).toBe(false)
  }
  expect(await stored()).toEqual(before)
})

it('broken bodies of a signed-in user change nothing, and cause no server error', async () => {
  const dice = createDice(seed)
  const csrf = await csrfOf(one)
  const challenge = await challengeFor(one)
  const registration = device.register({ challenge, isVerified: false })
  const before = await stored()
  const bodies: Record<string, unknown> = {
    'PUT /authenticator': { code: '123456' },
    'DELETE /authenticator': { current_password: 'wrong', code: '123456' },
    'POST /confirm-code': { code: '12345' },
    'POST /passkeys': { name: 'x', response: registration },
    'POST /confirm-passkey': { response: device.use({ challenge, isVerified: false }) },
    [`PUT /passkeys/${oddTexts[20]}`]: { name: 'x' },
    'DELETE /passkeys/00000000-0000-0000-0000-000000000000': {},
  }
  for (let round = 0; round < rounds; round += 1) {
    const name = dice.pick(Object.keys(bodies))
    const [method = '', path = ''] = name.split(' ')
    const body = dice.roll() < 0.1 ? dice.pick(oddBodies) : JSON.stringify(breakValue(bodies[name], dice))
    const response = await fetch(`${open.url}/api/app${path}`, {
      method,
      headers: { cookie: one.cookieHeader, origin, 'x-csrf-token': csrf, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    expect(response.status, `seed ${seed}, round ${round}: ${name} ${String(body)} ${text}`).toBeGreaterThanOrEqual(400)
    expect(response.status, `seed ${seed}, round ${round}: ${name} ${String(body)} ${text}`).toBeLessThan(500)
  }
  expect(await stored()).toEqual(before)
  expect(await isSignedIn(one)).toBe(true)
})
