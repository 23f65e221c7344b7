import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectImport } from '#model/imports/imports.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { serveShlink } from '../../test/api/imports/services/shlink.ts'
import { startDns, type TestDns } from '../../test/dns/dns-server.ts'
import { createAccount } from '../../test/factories/account.ts'
import { createImport } from '../../test/factories/imports.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { reachOf } from './open-service.ts'
import { readShortUrl } from './read-short-url.ts'
import { runImport } from './run-import.ts'

let stores: TestStores
let dns: TestDns
beforeAll(async () => {
  stores = await openTestStores()
  dns = await startDns()
  dns.set('shlink.example', 'A', '127.0.0.1')
})
afterAll(async () => {
  await dns.close()
  await stores.close()
})

it('imports and verifications find services with the DNS servers of the settings', async () => {
  const service = await serveShlink([{ shortCode: 'named', nonBots: 1 }])
  const base_url = service.url.replace('127.0.0.1', 'shlink.example')
  const config = { ...stores.config, IMPORT_ALLOW_PRIVATE: true, DNS_SERVERS: [dns.address] }
  const account = await createAccount(stores.sql)
  const from = { base_url, token: 'token-of-the-service', keys: new SecretKeys(stores.config) }
  const { id } = await createImport(stores, account, { source: 'shlink', with_visits: false, from })
  const { signal: stopping } = new AbortController()
  await runImport({ ...stores, config }, id, stopping)
  expect(await selectImport(stores.sql, account.id, id)).toMatchObject({ state: 'completed', created: 1 })
  const reply = await readShortUrl(`${base_url}/named`, { ...reachOf(config), stopping })
  expect(reply).toEqual({ status: 401, url: null, message: null })
  const unnamed = await readShortUrl('http://nowhere.example/named', { ...reachOf(config), stopping })
  expect(unnamed).toMatchObject({ status: null, message: 'No response.' })
})
