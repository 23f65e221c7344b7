import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../factories/account.ts'
import { namesAnEntry } from '../../factories/objects.ts'
import { type Operation, operations } from '../support/documented-operations.ts'
import {
  api,
  everythingOwned,
  expectNothingTold,
  expectUnchanged,
  make,
  markSecrets,
  namesOwned,
  otherNames,
  owner,
  ownerKey,
  stores,
  stranger,
  strangerKey,
  useTwoAccounts,
} from '../support/two-accounts.ts'

useTwoAccounts()

const ofObjects = operations.filter(({ path }) => path.includes('{'))
const ofNoObject = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
const writes = operations.filter(({ method, path }) => method !== 'GET' && !path.includes('{'))

const address = (path: string, id: string) => path.replace(/\{\w+\}/g, encodeURIComponent(id))

/** A body with a change, built from the schema in the OpenAPI document. */
async function changeFor({ requestBody }: Operation, account: TestAccount): Promise<unknown> {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) return undefined
  if ('entry_id' in schema.properties) return await namesAnEntry(stores, account)
  const changes = {
    url_ids: async () => [await make('/short-urls/{id}', account)],
    name: async () => `Taken over by ${randomUUID()}`,
    root_redirect_url: async () => 'https://example.org/taken-over',
    apply_winner: async () => false,
    conflict: async () => 'rename',
    hosts: async () => ['go.example.org'],
    is_qr_scan: async () => true,
    into: async () => await make('/tags/{name}', account),
  }
  for (const [member, value] of Object.entries(changes)) {
    if (member in schema.properties) return { [member]: await value() }
  }
  throw new Error(`no change is known for a body of ${Object.keys(schema.properties).join(', ')}`)
}

/**
 * All names for the first operation with the parameter, and one name, in turn, for each other operation: the same
 * code reads a parameter everywhere, and a third of these requests query ClickHouse.
 */
const timesAsked = new Map<string, number>()
function namesFor(parameter: string, names: string[]): string[] {
  const times = timesAsked.get(parameter) ?? 0
  timesAsked.set(parameter, times + 1)
  return times === 0 ? names : names.slice(times % names.length).slice(0, 1)
}

/** Another account's object does not exist, except where the specification says that it is forbidden. */
const refusalOf = (name: string) =>
  ['DELETE /short-urls/{id}', 'GET /qr-codes/{id}'].includes(name) ? [403, 'ACCESS_DENIED'] : [404, 'NOT_FOUND']

it('covers the complete document', () => {
  expect(ofObjects.length).toBeGreaterThan(15)
  expect(ofNoObject.length).toBeGreaterThan(6)
  expect([...ofObjects, ...ofNoObject, ...writes]).toHaveLength(operations.length)
})

it.each(ofObjects)("$name neither reveals nor changes another account's object", async (each) => {
  const { method, path, name, operation } = each
  const id = await make(path, owner)
  const ownersBody = await changeFor(operation, owner)
  await markSecrets()
  const body = await changeFor(operation, stranger)
  const before = await everythingOwned()
  for (const called of [id, ...(await otherNames(id))]) {
    const answer = await api.request(method, address(path, called), { key: strangerKey, body })
    expect([answer.status, answer.json.error?.code], called).toEqual(refusalOf(name))
    expectNothingTold(answer, name)
  }
  await expectUnchanged(before)
  const control = await api.request(method, address(path, id), { key: ownerKey, body: ownersBody })
  expect(control.status, 'the same request by the owner').toBeLessThan(400)
})

describe.each(ofNoObject)('$name', ({ path, operation }) => {
  it('reveals nothing to another account', async () => {
    const answer = await api.request('GET', `${path}?alias=free-alias`, { key: strangerKey })
    expect(answer.status).toBe(200)
    expectNothingTold(answer, path)
  })

  it('finds nothing by a name from another account', async () => {
    const names = await namesOwned()
    for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
      for (const value of namesFor(name, names)) {
        const query = `?alias=free-alias&${name}=${encodeURIComponent(value)}`
        expectNothingTold(await api.request('GET', `${path}${query}`, { key: strangerKey }), query)
      }
    }
  })
})

it.each(writes)('$name changes nothing of another account', async ({ method, path, operation }) => {
  const before = await everythingOwned()
  const body = operation.requestBody?.content['application/json']?.example
  expectNothingTold(await api.request(method, path, { key: strangerKey, body }), path)
  await expectUnchanged(before)
})

describe('a tag that both accounts use', () => {
  const tables = ['links', 'qr_codes', 'campaigns'] as const
  beforeEach(async () => {
    const { sql } = stores
    for (const account of [owner, stranger]) {
      for (const path of ['/short-urls/{id}', '/qr-codes/{id}', '/campaigns/{id}', '/webhooks/{id}']) {
        await make(path, account)
      }
      await markSecrets()
      for (const table of tables) await sql`update ${sql(table)} set tags = '{shared}' where account_id = ${account.id}`
      await sql`update webhooks set filters = '{"tags": ["shared"]}' where account_id = ${account.id}`
      for (const name of ['shared', 'another']) {
        await sql`insert into tags (account_id, name, color) values (${account.id}, ${name}, 'blue') on conflict do nothing`
      }
    }
  })
  const tagsOf = async ({ id }: TestAccount) => {
    const { sql } = stores
    const rows = tables.map(
      (table) => sql<{ tags: string[] }[]>`select tags from ${sql(table)} where account_id = ${id}`,
    )
    return new Set((await Promise.all(rows)).flat().flatMap(({ tags }) => tags))
  }

  it.each([
    ['PUT', '/tags/Shared', { name: 'renamed', color: 'red' }, ['renamed']],
    ['POST', '/tags/Shared/merge', { into: 'another' }, ['another']],
    ['DELETE', '/tags/Shared', undefined, []],
  ])('%s %s changes only that of the caller', async (method, path, body, expected) => {
    const before = await everythingOwned()
    const answer = await api.request(method, path, { key: strangerKey, body })
    expect(answer.status).toBe(200)
    expectNothingTold(answer, path)
    expect([...(await tagsOf(stranger))]).toEqual(expected)
    await expectUnchanged(before)
  })
})

describe("a body that refers to another account's object", () => {
  const ask = async (request: string, body: unknown) => {
    const [method = '', path = ''] = request.split(' ')
    const before = await everythingOwned()
    const answer = await api.request(method, path, { key: strangerKey, body })
    expectNothingTold(answer, request)
    await expectUnchanged(before)
    return answer
  }
  const one = async (table: 'links' | 'campaigns' | 'domains') => {
    const [row] = await stores.sql`select * from ${stores.sql(table)} where account_id = ${owner.id} limit 1`
    if (row === undefined) {
      await make({ links: '/short-urls/{id}', campaigns: '/campaigns/{id}', domains: '/domains/{id}' }[table], owner)
      await markSecrets()
      return await one(table)
    }
    return row
  }
  const url = 'https://example.com/of-the-stranger'

  it('cannot use its campaign', async () => {
    const campaign = await one('campaigns')
    const own = await make('/short-urls/{id}', stranger)
    for (const campaign_id of [campaign['id'], campaign['name']]) {
      expect((await ask('POST /short-urls', { url, campaign_id })).status).toBe(422)
      expect((await ask(`PUT /short-urls/${own}`, { campaign_id })).status).toBe(422)
      expect((await ask('POST /short-urls/bulk', { urls: [{ url, campaign_id }] })).json.data.succeeded).toEqual([])
      expect((await ask('PUT /short-urls/bulk', { ids: [own], changes: { campaign_id } })).status).toBe(422)
    }
  })

  it('cannot use its domain', async () => {
    const host: string = (await one('domains'))['host']
    const subdomain = host.split('.')[0]
    for (const place of [
      { url_type: 'subdomain', subdomain },
      { url_type: 'branded', branded_domain: host },
    ]) {
      const { status } = await ask('POST /short-urls', { url, ...place })
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect((await ask('POST /domains/subdomains', { subdomain })).status).toBe(409)
  })

  it('cannot reach its links', async () => {
    const { id, code, url: destination } = await one('links')
    const campaign = await make('/campaigns/{id}', stranger)
    for (const name of [id, code]) {
      const changed = await ask('PUT /short-urls/bulk', { ids: [name], changes: { name: 'Taken over' } })
      expect(changed.json.data?.succeeded ?? []).toEqual([])
      const deleted = await ask('DELETE /short-urls/bulk', { ids: [name] })
      expect(deleted.json.data?.succeeded ?? []).toEqual([])
      for (const method of ['POST', 'DELETE']) await ask(`${method} /campaigns/${campaign}/urls`, { url_ids: [name] })
    }
    expect((await ask('POST /short-urls', { url, custom_alias: code })).status).toBe(409)
    const before = await everythingOwned()
    const twin = await api.request('POST', '/short-urls', {
      key: strangerKey,
      body: { url: destination, find_if_exists: true },
    })
    expect(twin.status, 'a link of the account').toBe(201)
    await expectUnchanged(before)
  })
})
