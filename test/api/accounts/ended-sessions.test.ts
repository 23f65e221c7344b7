import { isDeepStrictEqual } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { codeOf, stepAt } from '#core/sign-in/totp.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { readBase32, type TestApp, turnOnApp } from '../support/authenticators.ts'
import type { Browser } from '../support/browser.ts'
import { addPasskey } from '../support/passkeys.ts'
import { account, call, callWith, csrfOf, password, signedIn, stores, useSessions } from '../support/sessions.ts'

useSessions()

let one: Browser
beforeEach(async () => {
  await stores.redis.flushdb()
  one = await signedIn()
})

/** The request waits for a password change, which ends its session meanwhile. */
async function askWhileEnding(ask: (csrf: string) => Promise<{ status: number }>): Promise<number> {
  const csrf = await csrfOf(one)
  const { asked } = await stores.sql.begin(async (tx) => {
    await tx`update users set updated_at = now() where id in (select user_id from sessions)`
    const answer = ask(csrf)
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
    await tx`delete from sessions where account_id = ${account.id}`
    return { asked: answer }
  })
  return (await asked).status
}

const stored = async () => ({
  apps: await stores.sql`select user_id, secret, confirmed_at, last_step from authenticators order by user_id`,
  codes: await stores.sql`select * from recovery_codes order by user_id, code_hash`,
  passkeys: await stores.sql`select id, name from passkeys order by id`,
  identities: await stores.sql`select id from identities order by id`,
})

it('a session that ends meanwhile starts and turns on no authenticator app', async () => {
  const before = await stored()
  expect(await askWhileEnding((csrf) => callWith(csrf, one, 'POST', '/authenticator'))).toBe(401)
  expect(await stored()).toEqual(before)

  one = await signedIn()
  const { secret } = (await call(one, 'POST', '/authenticator')).json.data
  const started = await stored()
  const code = codeOf(readBase32(secret), stepAt(Date.now()))
  expect(await askWhileEnding((csrf) => callWith(csrf, one, 'PUT', '/authenticator', { code }))).toBe(401)
  expect(await stored()).toEqual(started)
})

it('a session that ends meanwhile changes no second factor and no connection', async () => {
  const app: TestApp = await turnOnApp(one)
  const { passkeyId } = await addPasskey(one)
  const connection = '01900000-0000-7000-8000-000000000001'
  await stores.sql`
    insert into identities (id, account_id, user_id, issuer, subject, is_own)
    select ${connection}, account_id, user_id, 'https://provider.example', 'one', true
    from memberships
    where account_id = ${account.id}`
  const requests: [method: string, path: string, body?: () => Promise<object>][] = [
    ['POST', '/authenticator/recovery-codes'],
    ['DELETE', '/authenticator', async () => ({ current_password: password, code: app.recoveryCodes[0] ?? '' })],
    ['PUT', `/passkeys/${passkeyId}`, async () => ({ name: 'Mine' })],
    ['DELETE', `/passkeys/${passkeyId}`],
    ['DELETE', `/identities/${connection}`],
  ]
  for (const [method, path, body] of requests) {
    const before = await stored()
    const given = await body?.()
    expect(await askWhileEnding((csrf) => callWith(csrf, one, method, path, given)), `${method} ${path}`).toBe(401)
    const after = await stored()
    // A recovery code is used up by the check before.
    const used = method === 'DELETE' && path === '/authenticator' ? 1 : 0
    expect(after.codes.filter((code) => before.codes.some((one) => isDeepStrictEqual(one, code)))).toEqual(after.codes)
    expect(after.codes).toHaveLength(before.codes.length - used)
    expect({ ...after, codes: [] }).toEqual({ ...before, codes: [] })
    await stores.redis.flushdb()
    one = await signedInWith(app)
  }
})

async function signedInWith(app: TestApp): Promise<Browser> {
  const browser = await signedIn()
  await browser.submit('/login/code', { code: await app.code() })
  return browser
}
