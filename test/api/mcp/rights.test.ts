import { beforeAll, describe, expect, it } from 'vitest'
import { type Scope, scopes } from '#schemas/scopes.ts'
import { scopeOf } from '../../../api/mcp/call-tool.ts'
import { tools } from '../../../api/mcp/tools.ts'
import { createAccessToken } from '../../factories/access-token.ts'
import { createAccount } from '../../factories/account.ts'
import { account, api, connectCurrent, generations, keyOf, stores, useMcp } from '../support/mcp.ts'

useMcp()

const mcp = () => `${stores.config.BASE_URL}/mcp`
const tokenFor = async (granted: readonly Scope[], audience = [mcp()]) =>
  await createAccessToken(stores, account, { scopes: granted, audience })

/** The plain request of a client of the previous revision. */
async function post(secret: string, method: string, params: object = {}) {
  const response = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${secret}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() }
}

const listed = async (secret: string) => {
  const agent = await connectCurrent(secret)
  const names = (await agent.list()).map(({ name }) => name)
  await agent.close()
  return names
}

describe('an access token', () => {
  it.each(generations)('calls a tool within its scope, by %s', async (_, connect) => {
    const { token } = await tokenFor(['shorturl:create'])
    const agent = await connect(token)
    const made = await agent.call('create_short_url', { url: 'https://example.com/' })
    expect(made).toMatchObject({ isError: false, told: { status: 'active' } })
    await agent.close()
  })

  it.each(generations)('is rejected outside its scope, which the error names, by %s', async (_, connect) => {
    const { token } = await tokenFor(['shorturl:read'])
    const agent = await connect(token)
    await expect(agent.call('create_short_url', { url: 'https://example.com/' })).rejects.toThrow()
    await agent.close()
  })

  it.each(tools.filter((tool) => scopeOf(tool) !== null))('needs the scope of $name', async (tool) => {
    const scope = scopeOf(tool)
    const { token } = await tokenFor(scopes.filter((each) => each !== scope))
    const { status, challenge } = await post(token, 'tools/call', { name: tool.name, arguments: {} })
    expect(status).toBe(403)
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain(`scope="${scope}"`)
    expect(challenge).toContain('resource_metadata="')
  })

  it('lists no tool that deletes, and can call none', async () => {
    const { token } = await tokenFor(scopes)
    expect(await listed(token)).toEqual(tools.filter((tool) => scopeOf(tool) !== null).map(({ name }) => name))
    expect(await listed(token)).not.toContain('delete_short_url')
    const { text } = await post(token, 'tools/call', { name: 'delete_short_url', arguments: { id: 'any' } })
    expect(text).toContain('-32602')
  })

  it('is rejected if it is only for the REST API', async () => {
    const { token } = await tokenFor(scopes, [stores.config.BASE_URL])
    const { status, challenge } = await post(token, 'tools/list')
    expect(status).toBe(401)
    expect(challenge).toContain('error="invalid_token"')
    expect(challenge).toContain('resource_metadata="')
  })

  it('is rejected if its grant was just revoked', async () => {
    const { token, grant_id } = await tokenFor(scopes)
    expect((await post(token, 'tools/list')).status).toBe(200)
    await stores.sql`update oauth_grants set revoked_at = now() where id = ${grant_id}`
    expect((await post(token, 'tools/list')).status).toBe(401)
  })

  it('is rejected with a forged signature', async () => {
    const { token } = await tokenFor(scopes)
    const [head, body, signature = ''] = token.split('.')
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect((await post(forged, 'tools/list')).status).toBe(401)
  })
})

describe('an API key', () => {
  it('lists the tools that its permissions allow', async () => {
    const reader = await listed(await keyOf(account, ['read']))
    expect(reader).toContain('get_short_url')
    expect(reader.filter((name) => /^(create|update|delete|control)_|analytics/.test(name))).toEqual([])
    expect(await listed(await keyOf(account, ['delete']))).toEqual(['delete_short_url'])
  })

  it('can call no other tool', async () => {
    const call = { name: 'create_short_url', arguments: { url: 'https://example.com/' } }
    expect((await post(await keyOf(account, ['read']), 'tools/call', call)).text).toContain('-32602')
  })
})

describe('the free plan', () => {
  let secret: string
  beforeAll(async () => {
    secret = await keyOf(await createAccount(stores.sql, { plan: 'free' }))
  })

  it.each(['device_type', 'browser', 'os', 'utm', 'traffic_source', 'referrer_domain'])('has no %s', async (by) => {
    const agent = await connectCurrent(secret)
    const answer = await agent.call('get_analytics_breakdown', { by })
    expect(answer).toMatchObject({
      isError: true,
      told: { code: 'FEATURE_DISABLED', details: { currentPlan: 'free' } },
    })
    await agent.close()
  })

  it('has locations, and null for other parts of a complete report', async () => {
    const agent = await connectCurrent(secret)
    expect(await agent.call('get_analytics_breakdown', { by: 'country' })).toMatchObject({ isError: false })
    const { told } = await agent.call('get_complete_analytics')
    expect(told).toMatchObject({ devices: null, traffic_sources: null, utm: null, languages: [] })
    await agent.close()
  })
})
