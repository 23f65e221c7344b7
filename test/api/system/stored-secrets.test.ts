import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rotateKey } from '#model/installation/rotate-key.ts'
import { encryptStored } from '#model/installation/stored-secrets.ts'
import { SigningKeys } from '#model/oauth/signing-keys.ts'
import { readEndpoint } from '#model/webhooks/endpoints.ts'
import { keysFile, MissingKeyError, SecretKeys } from '#runtime/secret-keys.ts'
import { createExperiment } from '../../factories/experiments.ts'
import { createWebhook } from '../../factories/webhooks.ts'
import { tokenOf } from '../support/conversions.ts'
import { startApi } from '../support/http.ts'
import { create, follow, useRedirector, useShortUrls } from '../support/short-urls.ts'
import { account, api, key, stores } from '../support/use-api.ts'

useShortUrls()
useRedirector()

const post = (path: string, body?: unknown) => api.request('POST', path, { key, body })
const keys = () => new SecretKeys(stores.config)

/** Every stored secret as text. */
async function stored(): Promise<string[]> {
  const rows = await stores.sql<{ text: string }[]>`
    select secret as text from webhooks
    union all select previous_secret from webhooks where previous_secret is not null
    union all select old_secret from webhooks where old_secret is not null
    union all select private_jwk #>> '{}' from oauth_signing_keys
    union all select convert_from(secret, 'LATIN1') from ab_tests where secret is not null`
  return rows.map(({ text }) => text)
}
const expectSealed = async () => {
  const texts = await stored()
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => !/^sealed:[0-9a-f]{8}:[\w-]+$/.test(text))).toEqual([])
}

async function startTest(): Promise<{ id: string; alias: string }> {
  const alias = `test-${Math.random().toString(36).slice(2)}`
  const { id: primary_url_id } = await create({ custom_alias: alias })
  const variants = ['a', 'b'].map((name) => ({ name, destination_url: `https://${name}.example/` }))
  const made = await post('/url-ab-tests', { name: 'T', primary_url_id, conversions_enabled: true, variants })
  expect(made.status, made.text).toBe(201)
  expect((await post(`/url-ab-tests/${made.json.test.id}/start`)).status).toBe(200)
  return { id: made.json.test.id, alias }
}

it('new secrets are stored encrypted, and still sign, split, and count', async () => {
  await encryptStored(stores.sql, keys())
  const hook = (await post('/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'] })).json.data
  const between = (await post(`/webhooks/${hook.id}/rotate-secret`)).json.data
  const rotated = (await post(`/webhooks/${hook.id}/rotate-secret`)).json.data
  expect((await readEndpoint(stores.sql, keys(), hook.id))?.secrets).toEqual([
    rotated.secret,
    between.secret,
    hook.secret,
  ])
  await new SigningKeys(stores.sql, keys()).current()
  const test = await startTest()
  await expectSealed()
  const clicked = await follow(test.alias)
  expect(clicked.headers.location).toMatch(/^https:\/\/[ab]\.example\/\?click_id=/)
  const click_id = new URL(clicked.headers.location ?? '').searchParams.get('click_id')
  const converted = await post('/conversions', { click_id })
  expect([converted.status, converted.text]).toEqual([201, expect.any(String)])
})

it('secrets from before encryption work, and the start of the API encrypts them without a change', async () => {
  const hook = await createWebhook(stores.sql, account)
  await stores.sql`
    update webhooks
    set old_secret = 'whsec_b2xk', old_secret_until = now() + interval '1 hour',
      previous_secret = 'whsec_cHJl', previous_secret_until = now() + interval '2 hours'
    where id = ${hook.id}`
  const test = await createExperiment(stores, account, { status: 'running', conversions_enabled: true })
  const before = await readEndpoint(stores.sql, keys(), hook.id)
  expect((await post('/conversions', { click_id: tokenOf(test) })).status).toBe(201)
  expect(await encryptStored(stores.sql, keys())).toBeGreaterThanOrEqual(4)
  expect(await encryptStored(stores.sql, keys()), 'once').toBe(0)
  await expectSealed()
  expect(await readEndpoint(stores.sql, keys(), hook.id)).toEqual(before)
  expect((await post('/conversions', { click_id: tokenOf(test) })).status).toBe(201)
})

it('a rotated key takes over everywhere while processes run, and several starts encrypt at the same time', async () => {
  const hook = await createWebhook(stores.sql, account)
  await Promise.all([1, 2, 3].map(() => encryptStored(stores.sql, keys())))
  const test = await startTest()
  const cli = keys()
  const old = cli.newest()
  const [, created] = await Promise.all([
    rotateKey(stores.sql, cli),
    post('/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'] }),
  ])
  expect(created.status).toBe(201)
  expect((await stored()).filter((text) => text.startsWith(`sealed:${old}:`))).toEqual([])
  await expectSealed()
  expect((await readEndpoint(stores.sql, keys(), hook.id))?.secrets).toEqual([hook.secret])
  expect((await post(`/webhooks/${hook.id}/rotate-secret`)).status).toBe(200)
  expect((await follow(test.alias)).status).toBe(302)
})

it('a machine with another key neither starts nor stores a secret', async () => {
  await encryptStored(stores.sql, keys())
  const other = { ...stores.config, ENCRYPTION_KEY: ['another key '.repeat(4)] }
  await expect(encryptStored(stores.sql, new SecretKeys(other))).rejects.toThrow(MissingKeyError)
  const stranger = await startApi({ ...stores, config: other })
  const before = await stored()
  const body = { url: 'https://hooks.example.com/', events: ['url.created'] }
  expect((await stranger.request('POST', '/webhooks', { key, body })).status).toBe(500)
  expect(await stored()).toEqual(before)
  await stranger.close()
})

it('the key is in no table', async () => {
  await encryptStored(stores.sql, keys())
  const [secret = ''] = readFileSync(keysFile(stores.config.DATA_DIR), 'utf8').split('\n')
  const rows = await stores.sql<{ text: string }[]>`select encryption_key::text as text from encryption_key`
  expect(rows.map(({ text }) => text).join()).not.toContain(secret)
})
