import { expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Permission } from '#schemas/permissions.ts'
import { createAccount } from '../../factories/account.ts'
import { createCampaign } from '../../factories/campaigns.ts'
import { createKey } from '../../factories/key.ts'
import { makerFor } from '../../factories/objects.ts'
import { createUser } from '../../factories/user.ts'
import { Browser } from '../support/browser.ts'
import { account, api, call, email, password, stores, useSessions } from '../support/sessions.ts'

useSessions()

const standard = {
  redirect_type: 302,
  tags: [],
  campaign_id: null,
  utm_template_id: null,
  expires_in_days: null,
  forward_query: true,
  tracking_enabled: true,
}
const make = async (path: string, owner = account) => (await makerFor(path)?.(stores, owner)) ?? ''
const signIn = async (as = email, secret = password) => {
  const browser = new Browser(api)
  expect((await browser.login(as, secret)).status).toBe(303)
  return browser
}
const signInStranger = async () => {
  const stranger = await createAccount(stores.sql)
  const user = await createUser(stores.sql, stranger, 'correct horse')
  return { stranger, browser: await signIn(user.email, 'correct horse') }
}
const list = async (browser: Browser) => (await call(browser, 'GET', '/link-defaults')).json.data
const put = (browser: Browser, id: string, body: unknown) => call(browser, 'PUT', `/link-defaults/${id}`, body)
const everything = () => stores.sql`select * from link_defaults order by account_id, domain_id`

it('are kept for each domain, and for the base domain by each account', async () => {
  const owner = await signIn()
  const { browser: other } = await signInStranger()
  const domain = await make('/domains/{id}')
  const [template, campaign] = [await make('/utm-templates/{id}'), (await createCampaign(stores.sql, account)).id]
  const full = {
    redirect_type: 301,
    tags: ['sale'],
    campaign_id: campaign,
    utm_template_id: template,
    expires_in_days: 30,
    forward_query: false,
    tracking_enabled: false,
  }
  expect(await list(owner)).toEqual([])
  expect(await put(owner, domain, full)).toMatchObject({
    status: 200,
    json: { data: [{ domain_id: domain, ...full }] },
  })
  await put(owner, 'standard', { tags: ['base'] })
  await put(other, 'standard', { tags: ['other'] })
  expect(await list(owner)).toEqual(
    expect.arrayContaining([
      { domain_id: domain, ...full },
      { domain_id: 'standard', ...standard, tags: ['base'] },
    ]),
  )
  expect(await list(other)).toEqual([{ domain_id: 'standard', ...standard, tags: ['other'] }])
  await put(owner, domain, {})
  expect(await list(owner)).toContainEqual({ domain_id: domain, ...standard })
  const link = await api.request('POST', '/short-urls', {
    key: (await createKey(stores.sql, account)).key,
    body: { url: 'https://example.com/' },
  })
  expect(link.json.data.tags, 'the API has no defaults').toEqual([])
})

it('reject bad values and objects of other accounts, and change nothing', async () => {
  const owner = await signIn()
  const { stranger } = await signInStranger()
  await put(owner, 'standard', { tags: ['kept'] })
  const before = await everything()
  for (const [body, status] of [
    [{ redirect_type: 303 }, 422],
    [{ tags: ['a,b'] }, 422],
    [{ expires_in_days: 0 }, 422],
    [{ expires_in_days: 4_000 }, 422],
    [{ expires_in_days: 'x' }, 400],
    [{ campaign_id: 'x' }, 422],
    [{ campaign_id: (await createCampaign(stores.sql, stranger)).id }, 422],
    [{ campaign_id: uuidv7() }, 422],
    [{ utm_template_id: await make('/utm-templates/{id}', stranger) }, 422],
    [{ url: 'https://example.com/' }, 400],
  ] as const) {
    expect((await put(owner, 'standard', body)).status, JSON.stringify(body)).toBe(status)
  }
  for (const id of [await make('/domains/{id}', stranger), uuidv7()])
    expect((await put(owner, id, {})).status).toBe(404)
  expect((await put(owner, 'x', {})).status).toBeGreaterThanOrEqual(400)
  expect(await everything()).toEqual(before)
})

it('drop deleted objects and tags, follow renamed tags, and end with the domain', async () => {
  const owner = await signIn()
  const { key } = await createKey(stores.sql, account)
  const domain = await make('/domains/{id}')
  const [template, campaign] = [await make('/utm-templates/{id}'), (await createCampaign(stores.sql, account)).id]
  const tags = ['old', 'gone', 'stays']
  for (const tag of tags) await api.request('POST', '/tags', { key, body: { name: tag } })
  await put(owner, domain, { tags, campaign_id: campaign, utm_template_id: template, expires_in_days: 5 })
  await api.request('PUT', '/tags/old', { key, body: { name: 'new' } })
  for (const path of ['/tags/gone', `/campaigns/${campaign}`, `/utm-templates/${template}`]) {
    expect((await api.request('DELETE', path, { key })).status).toBe(200)
  }
  expect(await list(owner)).toEqual([{ domain_id: domain, ...standard, tags: ['new', 'stays'], expires_in_days: 5 }])
  expect((await api.request('DELETE', `/domains/${domain}`, { key })).status).toBe(200)
  expect(await list(owner)).toEqual([])
})

it('survive concurrent changes and deletions', async () => {
  const owner = await signIn()
  const { key } = await createKey(stores.sql, account)
  for (let round = 0; round < 5; round++) {
    const [template, campaign] = [await make('/utm-templates/{id}'), (await createCampaign(stores.sql, account)).id]
    const body = { campaign_id: campaign, utm_template_id: template }
    const answers = await Promise.all([
      put(owner, 'standard', body),
      put(owner, 'standard', { ...body, tags: ['x'] }),
      api.request('DELETE', `/campaigns/${campaign}`, { key }),
      api.request('DELETE', `/utm-templates/${template}`, { key }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      expect.toBeOneOf([200, 422]),
      expect.toBeOneOf([200, 422]),
      200,
      200,
    ])
    for (const { campaign_id, utm_template_id } of await list(owner))
      expect([campaign_id, utm_template_id]).toEqual([null, null])
  }
})

it('follow the permissions and the domains of a key', async () => {
  const owner = await signIn()
  const [one, two] = [await make('/domains/{id}'), await make('/domains/{id}')]
  for (const id of [one, two, 'standard']) await put(owner, id, { tags: ['kept'] })
  const before = await everything()
  const mint = async (permissions: Permission[], domain_ids?: string[]) =>
    (await insertKey(stores.sql, { account_id: account.id, name: 'Key', permissions, domain_ids })).key
  const ask = async (key: string, method: string, path = '', body?: unknown) =>
    await fetch(`${api.url}/api/app/link-defaults${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  expect((await ask(await mint(['read']), 'PUT', `/${one}`, {})).status).toBe(403)
  const bound = await mint(['read', 'write'], [one])
  expect(await (await ask(bound, 'GET')).json()).toMatchObject({ data: [{ domain_id: one }] })
  for (const id of [two, 'standard']) expect((await ask(bound, 'PUT', `/${id}`, {})).status).toBe(403)
  expect(await everything()).toEqual(before)
  expect((await ask(bound, 'PUT', `/${one}`, {})).status).toBe(200)
})
