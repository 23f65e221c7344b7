import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { permissions } from '#schemas/permissions.ts'
import { appCalls } from '../../../api/app-calls.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { nameOf } from '../../../api/frame/record-changes.ts'
import { createAuthenticator } from '../../factories/authenticators.ts'
import { createExperiment } from '../../factories/experiments.ts'
import { createMember, memberPassword } from '../../factories/member.ts'
import { leastBody, makerFor, namesAnEntry } from '../../factories/objects.ts'
import { createDevice } from '../../factories/passkey-device.ts'
import { tokenOf } from '../support/conversions.ts'
import { operations } from '../support/documented-operations.ts'
import { upload } from '../support/imports.ts'
import { type SignedIn, signInAs, signInMember } from '../support/members.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { account, api, stores, useApi, useDrawing, useOneAccount } from '../support/use-api.ts'

useApi({ RATE_LIMIT_FACTOR: '0', WEBHOOK_ALLOW_PRIVATE: 'true' })
useOneAccount('enterprise')
useDrawing()

let provider: TestProvider
let owner: SignedIn
let key: { id: string; key: string }
beforeAll(async () => {
  provider = await openProvider('http://localhost:3000/login/sso/callback')
  owner = await signInAs('owner', account)
  key = await insertKey(stores.sql, { account_id: account.id, name: 'Robot', permissions })
})

afterAll(() => provider.close())

/** What replies with secrets contained: keys, signing secrets, recovery codes, links of invitations. */
const secrets: string[] = []
function keepSecrets(endpoint: { secretReply?: boolean } | undefined, reply: unknown): void {
  if (endpoint?.secretReply === true) secrets.push(...textsIn(reply).filter((text) => isRandom(text)))
}
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const isRandom = (text: string) =>
  text.length >= 16 &&
  !/^[0-9a-f]{8}-|^\d{4}-\d\d-\d\dT|@/.test(text) &&
  /\d|[A-Z]{4}|-/.test(text) &&
  !text.includes(' ')

const newest = async () => {
  const [row] = await stores.sql`
    select * from audit_log where account_id = ${account.id} order by at desc, id desc limit 1`
  return row
}
const exampleOf = (method: string, path: string) => {
  const found = operations.find((one) => one.method === method && one.path === path)
  return found?.operation.requestBody?.content['application/json']?.example
}

/** Requests that the examples of the reference do not make succeed. */
const bodies: Record<string, (id: string) => Promise<unknown>> = {
  'PUT /campaigns/{id}': async (id) => ({ name: `Renamed ${id}` }),
  'PUT /tags/{name}': async (id) => ({ name: `new ${id}`.slice(0, 40) }),
  'PUT /utm-templates/{id}': async (id) => ({ name: `Renamed ${id}` }),
  'POST /qr-assets': async () => ({ content: readFileSync('test/fixtures/logo.png').toString('base64') }),
  'POST /conversions': async () => ({
    click_id: tokenOf(
      await createExperiment(stores, account, { kind: 'url', status: 'running', conversions_enabled: true }),
    ),
  }),
  'DELETE /campaigns/{id}/urls': async (id) => {
    const link = await make('/short-urls/{id}')
    await stores.sql`update links set campaign_id = ${id} where id = ${link}`
    return { url_ids: [link] }
  },
  'POST /domains/branded': async () => ({ domain: `audit${Date.now()}.example.com` }),
  'PUT /short-urls/bulk': async () => ({ ids: [await make('/short-urls/{id}')], changes: { name: 'Renamed' } }),
  'POST /imports/{id}/verify': async () => ({ hosts: ['go.example.org'] }),
  'POST /short-urls/{id}/rollback': async () => await namesAnEntry(stores, account),
  'POST /qr-codes/{id}/rollback': async () => await namesAnEntry(stores, account),
  'POST /url-ab-tests/{id}/rollback': async () => await namesAnEntry(stores, account),
  'POST /qr-ab-tests/{testId}/rollback': async () => await namesAnEntry(stores, account),
  'DELETE /short-urls/bulk': async () => ({ ids: [await make('/short-urls/{id}')] }),
  'POST /short-urls/bulk/trash': async () => ({ ids: [await make('/short-urls/{id}')] }),
  'POST /short-urls/bulk/restore': async () => ({ ids: [await trashed()] }),
}

async function make(path: string): Promise<string> {
  const maker = makerFor(path)
  if (maker === undefined) throw new Error(`test/factories/objects.ts has no factory for ${path}`)
  return await maker(stores, account)
}

async function trashed(): Promise<string> {
  const id = await make('/short-urls/{id}')
  await stores.sql`update links set trashed_at = now() where id = ${id}`
  return id
}

/** They find out something, and change nothing. */
const changesNothing = ['POST /domains/{id}/verify', 'POST /short-urls/{id}/simulate']

const changing = endpoints.filter((endpoint) => endpoint.method !== 'GET' && !changesNothing.includes(nameOf(endpoint)))

describe.each(changing.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))('$name', ({ endpoint, name }) => {
  it('leaves one entry with its actor and its object', async () => {
    const { method, path } = endpoint
    const id = path.includes('{') ? await (path.endsWith('/restore') ? trashed() : make(path)) : ''
    const example = exampleOf(method, path)
    const body = (await bodies[name]?.(id)) ?? (path.includes('{') ? undefined : example)
    const given = body ?? (await leastBody(endpoint, stores, account))
    const changed = method === 'PUT' && path.includes('{') ? { ...(example as object), ...(given as object) } : given
    const before = await newest()
    const answer =
      name === 'POST /imports'
        ? await upload('url\nhttps://example.com/\n', {}, key.key)
        : await api.request(method, path.replace(/\{\w+\}/g, id), { key: key.key, body: changed })
    expect(answer.status, answer.text).toBeLessThan(300)
    keepSecrets(endpoint, answer.json)
    const entry = await newest()
    expect(entry?.['id'], 'there is an entry').not.toBe(before?.['id'])
    expect(entry).toMatchObject({
      actor_type: 'key',
      actor_id: key.id,
      actor_name: 'Robot',
      action: name,
      summary: endpoint.summary,
      network: '127.0.0.0',
    })
    expect(id === '' ? [id] : entry?.['object_ids']).toContain(id)
  })
})

describe('calls of the dashboard', () => {
  const member = () => createMember(stores.sql, account, 'viewer')
  const invitation = async () => {
    const { json } = await owner.call('POST', '/invitations', { role: 'viewer' })
    return json.data.id as string
  }
  const session = async () => {
    const { token } = await signInMember(owner)
    const { json } = await owner.call('GET', '/sessions')
    expect(token).toEqual(expect.any(String))
    return json.data.find((one: { is_current: boolean }) => !one.is_current).id as string
  }
  const domain = () => make('/domains/{id}')
  const challengeFrom = async (path: string) => (await owner.call('POST', path)).json.data.challenge as string
  const passkey = async () => {
    const device = createDevice()
    const response = device.register({ challenge: await challengeFrom('/passkeys/options') })
    const { json } = await owner.call('POST', '/passkeys', { name: 'Laptop', response })
    return { id: json.data.id as string, device }
  }
  const appCode = () => createAuthenticator(stores, owner.id)

  const asked: Record<string, () => Promise<[path: string, body?: unknown]>> = {
    'POST /confirm-password': async () => ['/confirm-password', { current_password: memberPassword }],
    'POST /confirm-code': async () => ['/confirm-code', { code: await appCode() }],
    'POST /passkeys': async () => {
      const response = createDevice().register({ challenge: await challengeFrom('/passkeys/options') })
      return ['/passkeys', { name: 'Laptop', response }]
    },
    'PUT /passkeys/{id}': async () => [`/passkeys/${(await passkey()).id}`, { name: 'Phone' }],
    'DELETE /passkeys/{id}': async () => [`/passkeys/${(await passkey()).id}`],
    'POST /confirm-passkey': async () => {
      const { device } = await passkey()
      return [
        '/confirm-passkey',
        { response: device.use({ challenge: await challengeFrom('/confirm-passkey/options') }) },
      ]
    },
    'POST /authenticator': async () => {
      await stores.sql`delete from authenticators where user_id = ${owner.id}`
      return ['/authenticator']
    },
    'PUT /authenticator': async () => {
      const code = await appCode()
      await stores.sql`update authenticators set confirmed_at = null where user_id = ${owner.id}`
      return ['/authenticator', { code }]
    },
    'POST /authenticator/recovery-codes': async () => {
      await appCode()
      return ['/authenticator/recovery-codes']
    },
    'DELETE /authenticator': async () => [
      '/authenticator',
      { current_password: memberPassword, code: await appCode() },
    ],
    'PUT /email': async () => ['/email', { current_password: memberPassword, email: `new${Date.now()}@example.com` }],
    'PUT /time-zone': async () => ['/time-zone', { time_zone: 'Europe/Berlin' }],
    'PUT /members/{id}': async () => [`/members/${(await member()).id}`, { role: 'editor' }],
    'DELETE /members/{id}': async () => [`/members/${(await member()).id}`],
    'POST /invitations': async () => ['/invitations', { role: 'viewer' }],
    'DELETE /invitations/{id}': async () => [`/invitations/${await invitation()}`],
    'PUT /account': async () => ['/account', { name: 'Renamed' }],
    'PUT /account/destination-checks': async () => ['/account/destination-checks', { is_on: false }],
    'PUT /session': async () => ['/session', { account_id: account.id }],
    'PUT /base-domain/brand': async () => ['/base-domain/brand', { brand: { name: 'Brand' } }],
    'PUT /base-domain/app-links': async () => [
      '/base-domain/app-links',
      { app_links: { android: { package_name: 'com.example.app' } } },
    ],
    'PUT /link-defaults/{id}': async () => [`/link-defaults/${await domain()}`, { tags: ['x'] }],
    'DELETE /sessions/{id}': async () => [`/sessions/${await session()}`],
    'PUT /single-sign-on': async () => ['/single-sign-on', signOn],
    'DELETE /single-sign-on': async () => {
      await owner.call('PUT', '/single-sign-on', signOn)
      return ['/single-sign-on']
    },
    'POST /identities': async () => {
      const given = { account_id: account.id, ...provider.client, issuer: provider.issuer }
      await stores.sql`insert into single_sign_on ${stores.sql({ ...given, role: 'viewer', is_required: false })}`
      return ['/identities']
    },
    'DELETE /identities/{id}': async () => {
      const id = uuidv7()
      const row = { id, account_id: account.id, user_id: owner.id, issuer: 'x', subject: 'x', is_own: true }
      await stores.sql`insert into identities ${stores.sql(row)}`
      return [`/identities/${id}`]
    },
    'DELETE /sessions': async () => {
      await signInMember(owner)
      return ['/sessions']
    },
  }
  const signOn = { issuer: 'https://provider.example', client_id: 'waymark', client_secret: 'the client secret' }
  /** The first ones are tested below with another user; the last one only finds out something. */
  const separate = ['PUT /password', 'DELETE /membership', 'POST /single-sign-on/try']
  /** They only create a challenge, which changes nothing until a passkey signs it. */
  const challenges = ['POST /passkeys/options', 'POST /confirm-passkey/options']

  it('are all tested', () => {
    const changes = appCalls.filter(({ method }) => method !== 'GET').map(nameOf)
    const others = [...separate, ...challenges]
    expect(changes.filter((name) => asked[name] === undefined && !others.includes(name))).toEqual([])
  })

  it.each(Object.keys(asked))('%s leaves an entry', async (name) => {
    const [path, body] = (await asked[name]?.()) ?? ['']
    await stores.sql`update accounts set created_at = '2000-01-01' where id = ${account.id}`
    const answer = await owner.call(name.split(' ')[0] ?? '', path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    keepSecrets(
      appCalls.find((call) => nameOf(call) === name),
      answer.json,
    )
    expect(await newest()).toMatchObject({ action: name, actor_type: 'user', actor_id: owner.id })
  })

  it.each([
    ['PUT /password', '/password', { current_password: memberPassword, new_password: 'another long password' }],
    ['DELETE /membership', '/membership', undefined],
  ])('%s leaves an entry', async (name, path, body) => {
    const leaving = await signInAs('editor', account)
    const answer = await leaving.call(name.split(' ')[0] ?? '', path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(await newest()).toMatchObject({ action: name, actor_type: 'user', actor_id: leaving.id })
  })
})

it('no entry contains a secret or a full IP address', async () => {
  const text = JSON.stringify(await stores.sql`select * from audit_log where account_id = ${account.id}`)
  expect(text.length).toBeGreaterThan(1_000)
  expect(text).not.toContain(memberPassword)
  expect(text).not.toContain('another long password')
  expect(text).not.toContain('the client secret')
  expect(text).not.toContain(key.key)
  // A key, a signing secret, the secret of an app and its URL, ten recovery codes twice, and an invitation.
  expect(secrets.length).toBeGreaterThanOrEqual(25)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).not.toMatch(/wm_\w{36}|whsec_|127\.0\.0\.1|token=/)
})
