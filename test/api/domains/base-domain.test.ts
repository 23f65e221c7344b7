import { expect, it } from 'vitest'
import { readApps, readBrand } from '#model/publish/publish-host.ts'
import { createAccount } from '../../factories/account.ts'
import { createUser } from '../../factories/user.ts'
import { Browser } from '../support/browser.ts'
import { account, api, call, email, password, stores, useSessions } from '../support/sessions.ts'

useSessions()

/** The owner of the oldest account runs the installation. */
async function signInOwner(): Promise<Browser> {
  await stores.sql`
    update accounts
    set created_at = (select min(created_at) from accounts) - interval '1 day'
    where id = ${account.id}`
  const browser = new Browser(api)
  expect((await browser.login(email, password)).status).toBe(303)
  return browser
}

it('gets its brand from the owner of the installation, and nobody else', async () => {
  const owner = await signInOwner()
  const stranger = await createUser(stores.sql, await createAccount(stores.sql), 'correct horse')
  const other = new Browser(api)
  await other.login(stranger.email, 'correct horse')
  const painted = await call(owner, 'PUT', '/base-domain/brand', { brand: { name: 'Northwind', color: '#0f766e' } })
  const brand = { name: 'Northwind', color: '#0F766E', logo_asset_id: null }
  expect([painted.status, painted.json.data]).toEqual([200, { domain: stores.config.BASE_DOMAIN, brand }])
  expect(await readBrand(stores.sql, 'localhost')).toMatchObject({ name: 'Northwind', color: '#0F766E', logo: null })
  expect((await call(other, 'PUT', '/base-domain/brand', { brand: null })).status).toBe(403)
  expect((await call(other, 'GET', '/base-domain/brand')).json.data.brand).toEqual(brand)
  expect((await call(owner, 'PUT', '/base-domain/brand', { brand: { color: 'teal' } })).status).toBe(422)
  expect((await call(owner, 'PUT', '/base-domain/brand', {})).json.data.brand).toEqual(brand)
  expect((await call(owner, 'PUT', '/base-domain/brand', { brand: null })).json.data.brand).toBeNull()
})

it('gets its apps from the owner of the installation, and nobody else', async () => {
  const owner = await signInOwner()
  const stranger = await createUser(stores.sql, await createAccount(stores.sql), 'correct horse')
  const other = new Browser(api)
  await other.login(stranger.email, 'correct horse')
  const ios = { app_ids: ['ABCDE12345.com.example.app'], store_url: null }
  const put = (browser: Browser, app_links: unknown) => call(browser, 'PUT', '/base-domain/app-links', { app_links })
  const saved = await put(owner, { ios: { app_ids: ios.app_ids } })
  expect([saved.status, saved.json.data]).toEqual([200, { app_links: { ios, android: null } }])
  expect(await readApps(stores.sql, 'localhost')).toMatchObject({ ios, android: null })
  expect((await put(other, null)).status).toBe(403)
  expect((await call(other, 'GET', '/base-domain/app-links')).json.data.app_links).toEqual({ ios, android: null })
  expect((await put(owner, { ios: { app_ids: ['com.example.app'] } })).status).toBe(422)
  const loop = await put(owner, { ios: { store_url: 'http://localhost:8080/app' } })
  expect([loop.status, loop.json.error.details.errors[0].field]).toEqual([422, 'app_links.ios.store_url'])
  expect((await call(owner, 'PUT', '/base-domain/app-links', {})).json.data.app_links).toEqual({ ios, android: null })
  expect((await put(owner, null)).json.data.app_links).toBeNull()
})
