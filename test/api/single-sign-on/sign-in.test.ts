import { describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { addMember, createMember, memberPassword } from '../../factories/member.ts'
import { stores } from '../support/use-api.ts'
import {
  account,
  begin,
  domain,
  entriesOf,
  newBrowser,
  onward,
  owner,
  provider,
  sessionIn,
  setUp,
  signInAt,
  someone,
  useSignOn,
} from './sign-on.fixture.ts'

useSignOn()

describe('a person whose email domain the account has verified', () => {
  it('becomes a member with the chosen role, and is the same user at the next sign-in', async () => {
    const person = someone()
    const browser = newBrowser()
    const shown = await signInAt(browser, person)
    expect([shown.status, shown.location]).toEqual([303, '/app'])
    const session = await sessionIn(browser)
    expect(session).toMatchObject({ role: 'editor', is_single_sign_on: true, account: { id: account.id } })
    expect(session?.user.email).toBe(person.email)
    expect(await entriesOf(account)).toEqual(['sign_in', 'join_by_sign_on', 'PUT /single-sign-on'])

    const again = newBrowser()
    await signInAt(again, { ...person, email: `renamed@${domain}` })
    expect((await sessionIn(again))?.user, 'the subject counts, not the email').toEqual(session?.user)
  })

  it('becomes one member in two sign-ins at once', async () => {
    const person = someone()
    const browsers = [newBrowser(), newBrowser(), newBrowser()]
    const all = await Promise.all(browsers.map((browser) => signInAt(browser, person)))
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303])
    const [row] = await stores.sql`select count(*) as count from users where email = ${person.email ?? ''}`
    expect(row?.['count']).toBe(1)
  })

  it('opens the page that they wanted', async () => {
    const shown = await signInAt(newBrowser(), someone(), account, '?next=/app/links')
    expect(shown.location).toBe('/app/links')
    const elsewhere = await signInAt(newBrowser(), someone(), account, '?next=//evil.example')
    expect(elsewhere.location).toBe('/app')
  })

  it('finds the account by the email', async () => {
    const browser = newBrowser()
    const found = onward(await browser.submit('/login/sso', { email: `x@${domain.toUpperCase()}` }))
    expect([found.status, found.location]).toEqual([200, expect.stringContaining(`${provider.issuer}/auth?`)])
    const person = someone()
    provider.person = person
    await browser.get(await provider.visit(found.location))
    expect((await sessionIn(browser))?.user.email).toBe(person.email)
    const unknown = await browser.submit('/login/sso', { email: owner.email })
    expect(unknown.status, 'not by a member').toBe(404)
    expect((await browser.submit('/login/sso', { email: 'nobody' })).status).toBe(422)
    expect((await browser.post('/login/sso', { email: `x@${domain}` })).status, 'without the form').toBe(403)
  })
})

describe('a member', () => {
  it('is connected by their verified email address', async () => {
    const member = await createMember(stores.sql, account, 'viewer')
    const browser = newBrowser()
    await signInAt(browser, someone('example.com', { email: member.email.toUpperCase() }))
    expect((await sessionIn(browser))?.user.id).toBe(member.id)
    expect(await entriesOf(account)).toEqual(['sign_in', 'link_identity', 'PUT /single-sign-on'])
  })

  it('is not connected with a second identity that has the same email address', async () => {
    const member = await createMember(stores.sql, account, 'viewer')
    await signInAt(newBrowser(), someone('example.com', { email: member.email }))
    const shown = await signInAt(newBrowser(), someone('example.com', { email: member.email }))
    expect(shown.status).toBe(403)
    expect(await entriesOf(account)).toContain('refuse_sign_on other-identity')
  })

  it('who is removed is signed out, and does not come back', async () => {
    const person = someone()
    const browser = newBrowser()
    await signInAt(browser, person)
    const id = (await sessionIn(browser))?.user.id ?? ''
    expect((await owner.call('DELETE', `/members/${id}`)).status).toBe(200)
    expect(await sessionIn(browser)).toBeUndefined()
    expect((await signInAt(browser, person)).status).toBe(403)
    expect(await sessionIn(browser)).toBeUndefined()
    expect(await entriesOf(account)).toContain('refuse_sign_on not-member')
  })
})

describe('is refused', () => {
  it.each([
    ['an unverified email address', { email_verified: false }, 'unverified'],
    ['an email address without a word about it', { email_verified: undefined }, 'unverified'],
    ['no email address', { email: undefined }, 'no-email'],
    ['a foreign domain', { email: 'someone@elsewhere.example' }, 'domain'],
  ])('%s', async (_, change, reason) => {
    const browser = newBrowser()
    const shown = await signInAt(browser, { ...someone(), ...(change as object) })
    expect(shown.status).toBe(403)
    expect(await sessionIn(browser)).toBeUndefined()
    expect((await entriesOf(account))[0]).toBe(`refuse_sign_on ${reason}`)
  })

  it('a subdomain of the domain, and one that ends like it', async () => {
    for (const at of [`sub.${domain}`, `evil${domain}`])
      expect((await signInAt(newBrowser(), someone(at))).status, at).toBe(403)
  })

  it('a domain whose proof was lost', async () => {
    await stores.sql`update domains set status = 'failed' where host = ${domain}`
    expect((await signInAt(newBrowser(), someone())).status).toBe(403)
    expect((await newBrowser().submit('/login/sso', { email: `x@${domain}` })).status).toBe(404)
  })

  it('a person who says no at the provider', async () => {
    const shown = await signInAt(newBrowser(), null)
    expect([shown.status, shown.html]).toEqual([403, expect.stringContaining('Sign-in canceled')])
    expect((await entriesOf(account))[0]).toBe('refuse_sign_on OAUTH_AUTHORIZATION_RESPONSE_ERROR')
  })

  it('an account without single sign-on, or that does not exist', async () => {
    const other = await createAccount(stores.sql)
    for (const id of [other.id, 'x', '01890000-0000-7000-8000-000000000000'])
      expect((await newBrowser().get(`/login/sso/${id}`)).status).toBe(404)
  })
})

describe('where single sign-on is required', () => {
  it('only owners use their password, and other accounts are not affected', async () => {
    const member = await createMember(stores.sql, account, 'admin')
    const before = newBrowser()
    await before.login(member.email, memberPassword)
    expect(await sessionIn(before)).toBeDefined()
    await setUp(owner, { domains: [domain], is_required: true })
    expect(await sessionIn(before), 'an open session ends').toBeUndefined()
    const shown = await before.login(member.email, memberPassword)
    expect([shown.status, shown.html]).toEqual([401, expect.stringContaining('requires single sign-on')])
    expect((await before.login(member.email, 'a wrong password')).html).toContain('Wrong email or password.')
    expect((await newBrowser().login(owner.email, memberPassword)).status).toBe(303)

    const other = await createAccount(stores.sql)
    await addMember(stores.sql, other, member.id, 'viewer')
    await before.login(member.email, memberPassword)
    const session = await sessionIn(before)
    expect(session?.account.id).toBe(other.id)
    await signInAt(before, someone('example.com', { email: member.email }))
    expect((await sessionIn(before))?.account.id).toBe(account.id)
  })

  it('an owner who becomes an editor loses the session with the password', async () => {
    const second = await createMember(stores.sql, account, 'owner')
    const browser = newBrowser()
    await setUp(owner, { is_required: true })
    await browser.login(second.email, memberPassword)
    expect(await sessionIn(browser)).toBeDefined()
    await owner.call('PUT', `/members/${second.id}`, { role: 'editor' })
    expect(await sessionIn(browser)).toBeUndefined()
  })
})

it('a session ends with the settings, and a day after the sign-in', async () => {
  const person = someone()
  const browser = newBrowser()
  await signInAt(browser, person)
  const [row] = await stores.sql`
    select expires_at < now() + interval '25 hours' as is_short from sessions where provider_account_id = ${account.id}`
  expect(row?.['is_short']).toBe(true)
  expect((await owner.call('DELETE', '/single-sign-on')).status).toBe(200)
  expect(await sessionIn(browser)).toBeUndefined()
  expect((await signInAtNothing(browser)).status).toBe(404)
})

const signInAtNothing = (browser: ReturnType<typeof newBrowser>) => browser.get(`/login/sso/${account.id}`)

it('reads the configuration of the provider once for many sign-ins', async () => {
  await signInAt(newBrowser(), someone())
  const before = provider.requests.filter((path) => path.includes('well-known')).length
  for (let count = 0; count < 5; count++) expect((await begin(newBrowser())).location).toContain('/auth?')
  expect(provider.requests.filter((path) => path.includes('well-known')).length).toBe(before)
})

describe('a link of another site', () => {
  const path = () => `/login/sso/${account.id}`

  it.each(['cross-site', 'same-site', 'none', 'same-origin'])(
    '(%s) starts no sign-in, until the visitor agrees',
    async (site) => {
      const browser = newBrowser()
      const before = provider.requests.length
      const asked = await browser.get(`${path()}?next=%2Fapp%2Flinks`, { 'sec-fetch-site': site })
      expect([asked.status, asked.location]).toEqual([200, null])
      expect(asked.html, 'whose provider it is').toContain(new URL(provider.issuer).host)
      expect(await stores.sql`select from sign_in_attempts where account_id = ${account.id}`).toHaveLength(0)
      expect(provider.requests.length).toBe(before)
      const agreed = onward(await browser.post(path(), asked.hidden))
      expect([agreed.status, agreed.location]).toEqual([200, expect.stringContaining(provider.issuer)])
    },
  )

  it('cannot send the form itself', async () => {
    const browser = newBrowser()
    const { hidden } = await browser.get(path())
    const foreign = await browser.post(path(), hidden, { origin: 'https://evil.example' })
    const crossSite = await browser.post(path(), hidden, { origin: null, headers: { 'sec-fetch-site': 'cross-site' } })
    const { csrf_token: _, ...withoutToken } = hidden
    const unguarded = await browser.post(path(), withoutToken)
    const otherBrowser = await newBrowser().post(path(), hidden)
    expect([foreign, crossSite, unguarded, otherBrowser].map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await stores.sql`select from sign_in_attempts where account_id = ${account.id}`).toHaveLength(0)
  })

  it('shows whose session the sign-in would end', async () => {
    const browser = newBrowser()
    const { email } = await createMember(stores.sql, await createAccount(stores.sql), 'owner')
    await browser.login(email, memberPassword)
    expect((await browser.get(path())).html).toContain(`You are signed in as ${email}`)
    expect((await sessionIn(browser))?.user.email).toBe(email)
    const person = someone()
    await signInAt(browser, person)
    expect((await sessionIn(browser))?.user.email).toBe(person.email)
  })

  it('does not confirm the session of a user', async () => {
    const browser = newBrowser()
    await signInAt(browser, someone())
    const asked = await browser.get(`${path()}?again=1`, { 'sec-fetch-site': 'cross-site' })
    expect([asked.status, asked.location]).toEqual([200, null])
    const own = await browser.get(`${path()}?again=1`, { 'sec-fetch-site': 'same-origin' })
    expect([own.status, own.location]).toEqual([303, expect.stringContaining(provider.issuer)])
  })
})
