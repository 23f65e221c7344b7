import { expect, it } from 'vitest'
import { readBrand } from '#model/publish/publish-host.ts'
import { createAccount } from '../../factories/account.ts'
import { createUser } from '../../factories/user.ts'
import { Browser } from '../support/browser.ts'
import { account, api, call, email, password, stores, useSessions } from '../support/sessions.ts'

useSessions()

/** The owner of the oldest account runs the installation. */
async function signInOwner(): Promise<Browser> {
  await stores.sql`update accounts set created_at = '2000-01-01' where id = ${account.id}`
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
