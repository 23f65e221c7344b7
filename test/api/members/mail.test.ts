import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { memberPassword } from '../../factories/member.ts'
import { eventually } from '../../stack/eventually.ts'
import { Browser } from '../support/browser.ts'
import { startApi, type TestApi } from '../support/http.ts'
import { openMailbox } from '../support/mailbox.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { account, api, stores, useAccounts, useApi } from '../support/use-api.ts'

useApi()
useAccounts({ hears: false })

let mailbox: Awaited<ReturnType<typeof openMailbox>>
/** An API that can send email. */
let mailing: TestApi
let owner: SignedIn
beforeAll(async () => {
  mailbox = await openMailbox()
  const config = { ...stores.config, SMTP_URL: mailbox.url, MAIL_FROM: 'Waymark <waymark@example.com>' }
  mailing = await startApi({ ...stores, config })
})
afterAll(async () => {
  await mailing.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.mails.length = 0
  owner = await signInAs('owner', account)
})

const password = 'a new long password'
const received = async () => {
  await eventually(() => expect(mailbox.mails).toHaveLength(1))
  return mailbox.mails[0]?.source ?? ''
}
const linkIn = (source: string, path: string) => {
  const links = [...source.matchAll(/http:\/\/localhost:3000(\/[^\s"<]+)/g)].map(([, link = '']) => link)
  expect(new Set(links).size, 'the text and the HTML have the same link').toBe(1)
  expect(links[0]).toContain(`${path}?token=`)
  return links[0] ?? ''
}
const forgot = (email: string) => new Browser(mailing).submit('/login/forgot', { email })
async function resetLink(): Promise<string> {
  expect((await forgot(owner.email)).status).toBe(200)
  return linkIn(await received(), '/login/reset')
}
const reset = (path: string, fields: object = {}) => new Browser(mailing).submit(path, { password, ...fields })

describe('an invitation by email', () => {
  const invite = async (body: object, url = mailing.url) => {
    const { json } = await owner.call('GET', '/session')
    const response = await fetch(`${url}/api/app/invitations`, {
      method: 'POST',
      headers: {
        cookie: `waymark=${owner.token}`,
        origin: 'http://localhost:3000',
        'x-csrf-token': json.data.csrf_token,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { data: { is_sent: boolean; url: string } }
  }

  it('arrives as text and HTML in plain words, with the link that is shown', async () => {
    await owner.call('PUT', '/account', { name: 'R&D <b>\u0007' })
    const { data } = await invite({ email: 'new@example.com', role: 'editor' })
    expect(data.is_sent).toBe(true)
    const source = await received()
    expect(mailbox.mails[0]).toMatchObject({ from: 'waymark@example.com', to: ['new@example.com'] })
    expect(source).toContain('Content-Type: text/plain')
    expect(source).toContain('Content-Type: text/html')
    expect(source).toContain(`${owner.email} invites you to the account R&D <b>`)
    expect(source).toContain('R&amp;D &lt;b&gt;')
    expect(data.url).toContain(linkIn(source, '/login/invitation'))
  })

  it('is not sent without an email or a server, and the link works all the same', async () => {
    expect((await invite({ role: 'viewer' })).data.is_sent).toBe(false)
    const { data } = await invite({ email: 'new@example.com', role: 'editor' }, api.url)
    expect(data.is_sent).toBe(false)
    expect((await new Browser(api).get(new URL(data.url).pathname + new URL(data.url).search)).status).toBe(200)
    expect(mailbox.mails).toEqual([])
  })
})

describe('a password reset', () => {
  it('sets a new password once, and ends all sessions', async () => {
    const path = await resetLink()
    const short = await reset(path, { password: 'short' })
    expect([short.status, short.html]).toEqual([422, expect.stringContaining('at least 10 characters')])
    const done = await reset(path)
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('Password changed')])
    expect((await owner.call('GET', '/session')).status).toBe(401)
    expect((await new Browser(api).login(owner.email, memberPassword)).status).toBe(401)
    expect((await new Browser(api).login(owner.email, password)).status).toBe(303)
    expect((await new Browser(mailing).get(path)).status).toBe(404)
  })

  it('keeps the choice to revoke access when the password is refused', async () => {
    const path = await resetLink()
    const box = 'name="revoke_access" value="yes" aria-describedby="revoke-hint"'
    expect((await new Browser(mailing).get(path)).html).toContain(`${box}>`)
    const refused = await reset(path, { password: 'short', revoke_access: 'yes' })
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(`${box} checked>`)])
    expect((await reset(path, { password: 'short' })).html).toContain(`${box}>`)
  })

  it('works once when it is used twice at the same time', async () => {
    const path = await resetLink()
    const done = await Promise.all([reset(path), reset(path, { password: 'another new password' })].map((one) => one))
    const titles = done.map(({ html }) => html.includes('Password changed'))
    expect(titles.filter(Boolean)).toHaveLength(1)
  })

  it('ends after 30 minutes, and when the password is changed', async () => {
    const path = await resetLink()
    await stores.sql`update password_resets set expires_at = expires_at - interval '30 minutes'`
    expect((await new Browser(mailing).get(path)).status).toBe(404)
    mailbox.mails.length = 0
    const other = await resetLink()
    const body = { current_password: memberPassword, new_password: password }
    expect((await owner.call('PUT', '/password', body)).status).toBe(200)
    expect((await new Browser(mailing).get(other)).status).toBe(404)
  })

  it('responds in the same way to an unknown email, and sends nothing', async () => {
    const [known, unknown] = [await forgot(owner.email), await forgot('nobody@example.com')]
    expect([unknown.status, unknown.html]).toEqual([known.status, known.html])
    await received()
    expect(mailbox.mails).toHaveLength(1)
  })

  it('keeps API keys, or revokes those of the account if asked to', async () => {
    const { key } = await createKey(stores.sql, account)
    const { key: foreign } = await createKey(stores.sql, await createAccount(stores.sql))
    const opens = async (one: string) => (await api.request('GET', '/me', { key: one })).status
    const invitations = () => stores.sql`select from invitations where account_id = ${account.id}`
    await owner.call('POST', '/invitations', { role: 'viewer' })
    await reset(await resetLink())
    expect(await opens(key)).toBe(200)
    expect(await invitations()).toHaveLength(1)
    mailbox.mails.length = 0
    await reset(await resetLink(), { revoke_access: 'yes' })
    expect([await opens(key), await opens(foreign)]).toEqual([401, 200])
    expect(await invitations()).toEqual([])
  })

  it('is limited, and refuses forged forms', async () => {
    for (let time = 0; time < 5; time += 1) await forgot(owner.email)
    // Links are sent after the response. That of another user is sent last.
    const other = await signInAs('owner', account)
    await forgot(other.email)
    const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email))
    await eventually(() => expect([mailsTo(other.email).length, mailbox.mails.length]).toEqual([1, 4]))
    expect(mailsTo(owner.email)).toHaveLength(3)
    const links = await stores.sql`select from password_resets where user_id = ${owner.id}`
    expect(links).toHaveLength(3)
    const forged = await new Browser(mailing).post('/login/forgot', { email: owner.email, csrf_token: 'x' })
    expect(forged.status).toBe(403)
  })

  it('does not use up a link if its email could not be sent', async () => {
    const gone = await openMailbox()
    await gone.close()
    const failing = await startApi({ ...stores, config: { ...stores.config, SMTP_URL: gone.url } })
    const rows = () => stores.sql`select xmin from password_resets where user_id = ${owner.id}`
    const deletions = async () => {
      const [row] = await stores.sql<{ n: number }[]>`
        select n_tup_del as n from pg_stat_user_tables where relname = 'password_resets'`
      return row?.n ?? 0
    }
    const before = await deletions()
    expect((await new Browser(failing).submit('/login/forgot', { email: owner.email })).status).toBe(200)
    await eventually(async () => {
      expect(await deletions()).toBeGreaterThan(before)
      expect(await rows()).toEqual([])
    })
    await failing.close()
  })

  it('without a server names the command', async () => {
    expect((await new Browser(api).get('/login/forgot')).html).toContain('waymark members reset-link')
  })
})
