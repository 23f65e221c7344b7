import { domainToASCII } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { call, signedIn, stores, useSessions } from '../support/sessions.ts'
import { api, key } from '../support/use-api.ts'

useSessions()
beforeAll(() => {
  Object.assign(stores.config, { PROTECTED_NAMES: ['paypal', 'bank.example'], DESTINATION_CARDS: 'off' })
})

it('a destination that looks like a protected name is allowed, and its preview names the other', async () => {
  const browser = await signedIn()
  const imitated = async (url: string) =>
    (await call(browser, 'GET', `/destination?url=${encodeURIComponent(url)}`)).json.data.imitates
  expect(await imitated('https://www.раураl.example/login')).toBe('paypal')
  expect(await imitated('https://www.paypal.example/login')).toBe(null)
  const { status } = await api.request('POST', '/short-urls', { key, body: { url: 'https://раураl.example/' } })
  expect(status).toBe(201)
})

it('a branded domain names the protected name that it looks like, and others have no such member', async () => {
  const add = async (domain: string) =>
    (await api.request('POST', '/domains/branded', { key, body: { domain } })).json.data
  expect(await add(domainToASCII('bаnk.example'))).toMatchObject({ imitates: 'bank.example' })
  expect(await add('go.bank.example')).not.toHaveProperty('imitates')
  const subdomain = await api.request('POST', '/domains/subdomains', { key, body: { subdomain: 'paypa1' } })
  expect(subdomain.json.data).not.toHaveProperty('imitates')
})
