import { expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { runVerification } from '../../../workers/imports/run-verification.ts'
import { ask, importFile, upload } from '../support/imports.ts'
import { account, anotherKey, expectError, get, put, stores, useShortUrls } from '../support/short-urls.ts'
import { keyOf } from '../support/use-api.ts'
import { serve } from './services/serve.ts'

useShortUrls({ IMPORT_ALLOW_PRIVATE: 'true' })

let made = 0
const slug = () => `verified-${made++}`
const run = (id: string, stopping = new AbortController().signal) => runVerification(stores, id, stopping)
const verificationOf = async (id: string) => (await ask('GET', `/${id}`)).json.data.verification
const differencesOf = async (id: string) => JSON.parse((await ask('GET', `/${id}/differences?format=json`)).text)

/** The old service: redirects of each slug, as [status, location]. */
async function serveOld(redirects: Record<string, [status: number, location?: string]>) {
  const service = await serve(
    () => true,
    {},
    ({ url }) => {
      const [status, location] = redirects[url.pathname.slice(1)] ?? [404]
      return { status, headers: location === undefined ? {} : { location } }
    },
  )
  return Object.assign(service, { host: new URL(service.url).host })
}

async function importLinks(host: string, links: Record<string, string>) {
  const rows = Object.entries(links).map(([code, url]) => `${url},http://${host}/${code}`)
  return (await importFile(`url,short url\n${rows.join('\n')}\n`)).id as string
}

it('compares status and destination of each link, and lists the differences', async () => {
  const [same, moved, typed, gone, wrong] = [slug(), slug(), slug(), slug(), slug()]
  const to = (path: string) => `https://example.com/${path}`
  const old = await serveOld({
    [same]: [302, to('same')],
    [moved]: [302, to('elsewhere')],
    [typed]: [301, to('typed')],
    [wrong]: [302, to('wrong')],
  })
  const id = await importLinks(old.host, {
    [same]: to('same'),
    [moved]: to('moved'),
    [typed]: to('typed'),
    [gone]: to('gone'),
    [wrong]: to('wrong'),
  })
  const { json } = await get(`/short-urls/${wrong}`)
  expect((await put(json.data.id, { is_active: false })).status).toBe(200)
  const started = await ask('POST', `/${id}/verify`, { hosts: [old.host, 'bit.ly'], per_second: 20 })
  expect([started.status, started.json.data.verification]).toEqual([
    202,
    expect.objectContaining({
      status: 'running',
      hosts: [old.host, 'bit.ly'],
      total: 5,
      checked: 0,
      finished_at: null,
    }),
  ])
  await run(id)
  expect(await verificationOf(id)).toMatchObject({
    status: 'completed',
    total: 5,
    checked: 5,
    different: 4,
    finished_at: expect.any(String),
  })
  expect(await differencesOf(id)).toMatchObject([
    { position: 3, kind: 'destination', source_destination: to('elsewhere'), destination: to('moved'), status: 302 },
    { position: 4, kind: 'redirect_type', source_status: 301, status: 302 },
    { position: 5, kind: 'status', source_status: 404, source_destination: null, destination: to('gone') },
    { position: 6, kind: 'status', source_status: 302, status: 404, destination: null },
  ])
  const csv = await ask('GET', `/${id}/differences`)
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(csv.text.split('\n')[1]).toContain(
    `http://${old.host}/${moved},destination,302,${to('elsewhere')},302,${to('moved')}`,
  )
  // Nothing was followed or counted.
  expect(
    await stores.sql`select from link_counts join links on id = link_id where links.account_id = ${account.id} and clicks > 0`,
  ).toHaveLength(0)
})

it('only requests the domains that were named, slowly, and asks with GET where HEAD is not allowed', async () => {
  const [one, other] = [slug(), slug()]
  const old = await serveOld({ [one]: [302, 'https://example.com/'] })
  const foreign = await serveOld({})
  const id = (
    await importFile(
      `url,short url\nhttps://example.com/,http://${old.host}/${one}\nhttps://example.com/,http://${foreign.host}/${other}\n`,
    )
  ).id as string
  old.troubles.push({ status: 405 })
  await ask('POST', `/${id}/verify`, { hosts: [old.host.toUpperCase()] })
  const began = performance.now()
  await run(id)
  expect(performance.now() - began).toBeGreaterThan(190)
  expect(await verificationOf(id)).toMatchObject({ status: 'completed', total: 1, checked: 1, different: 0 })
  expect([old.calls.length, foreign.calls.length]).toEqual([2, 0])
})

it('finds the links of an international domain in either spelling', async () => {
  const rows = ['bücher.example', 'Bücher.example', 'xn--bcher-kva.example', 'bücher.example:8080', 'b.example']
  const file = rows.map((host) => `https://example.com/,http://${host}/${slug()}`)
  const { id } = await importFile(`url,short url\n${file.join('\n')}\n`)
  const verify = async (host: string) => {
    const { json } = await ask('POST', `/${id}/verify`, { hosts: [host] })
    await stores.sql`update import_verifications set state = 'completed', due_at = null where import_id = ${id}`
    return json.data.verification
  }
  for (const host of ['BÜCHER.example', 'xn--bcher-kva.example'])
    expect(await verify(host)).toMatchObject({ hosts: ['xn--bcher-kva.example'], total: 3 })
  expect(await verify('bücher.example:8080')).toMatchObject({ hosts: ['xn--bcher-kva.example:8080'], total: 1 })
})

it('reports short URLs without a response, and never requests private addresses unless they are allowed', async () => {
  const old = await serveOld({})
  const id = await importLinks(old.host, { [slug()]: 'https://example.com/' })
  await ask('POST', `/${id}/verify`, { hosts: [old.host] })
  const config = { ...stores.config, IMPORT_ALLOW_PRIVATE: false }
  await runVerification({ ...stores, config }, id, new AbortController().signal)
  expect(old.calls).toEqual([])
  expect(await differencesOf(id)).toMatchObject([
    {
      kind: 'unreachable',
      source_status: null,
      message: expect.stringMatching(/^Not allowed: .*not a public address/),
    },
  ])
})

it('continues where it stopped, and two workers compare each link once', async () => {
  const codes = Array.from({ length: 12 }, slug)
  const old = await serveOld({})
  const id = await importLinks(old.host, Object.fromEntries(codes.map((code) => [code, 'https://example.com/'])))
  await ask('POST', `/${id}/verify`, { hosts: [old.host], per_second: 10 })
  const stopping = new AbortController()
  old.onCall = (number) => {
    if (number === 4) stopping.abort()
  }
  await run(id, stopping.signal)
  expect(await verificationOf(id)).toMatchObject({ status: 'running' })
  await Promise.all([run(id), run(id)])
  await run(id)
  expect(await verificationOf(id)).toMatchObject({ status: 'completed', total: 12, checked: 12, different: 12 })
  expect(await differencesOf(id)).toHaveLength(12)
})

it.each([
  [{}, 400, /hosts/],
  [{ hosts: [] }, 422, /hosts/],
  [{ hosts: ['bücher'] }, 422, /Enter a domain, such as go\.example\.com/],
  [{ hosts: ['https://bit.ly/'] }, 422, /Enter a domain, such as go\.example\.com/],
  [{ hosts: ['bit.ly'], per_second: 100 }, 422, /per_second/],
])('%j is rejected, and nothing starts', async (body, status, message) => {
  const id = await importLinks('old.example.org', { [slug()]: 'https://example.com/' })
  const answer = await ask('POST', `/${id}/verify`, body)
  expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringMatching(message)])
  expect(await verificationOf(id)).toBeNull()
})

it("requires a completed import, one verification at a time, and the account's own import", async () => {
  const body = { hosts: ['old.example.org'] }
  const waiting = (await upload('url\nhttps://example.com/\n', { dry_run: 'true' })).json.data.id
  expectError(await ask('POST', `/${waiting}/verify`, body), { status: 409, code: 'CONFLICT' })
  const id = await importLinks('old.example.org', { [slug()]: 'https://example.com/' })
  const stranger = await anotherKey()
  expectError(await ask('POST', `/${id}/verify`, body, stranger), { status: 404, code: 'NOT_FOUND' })
  expectError(await ask('GET', `/${id}/differences`, undefined, stranger), { status: 404, code: 'NOT_FOUND' })
  expectError(await ask('POST', `/${uuidv7()}/verify`, body), { status: 404, code: 'NOT_FOUND' })
  const reader = await keyOf(account, ['read'])
  expect((await ask('POST', `/${id}/verify`, body, reader)).status).toBe(403)
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', `/${id}/verify`, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  expect((await ask('DELETE', `/${id}`)).status).toBe(200)
  await run(id)
  expect(await stores.sql`select from import_verifications where import_id = ${id}`).toHaveLength(0)
})

it('runs at most three times at once for an account, so that imports of others do not wait', async () => {
  const host = 'old.example.org'
  const ids: string[] = []
  for (let number = 0; number < 4; number++) ids.push(await importLinks(host, { [slug()]: 'https://example.com/' }))
  const start = (id = '') => ask('POST', `/${id}/verify`, { hosts: ['elsewhere.example.org'] })
  const answers = await Promise.all(ids.map(start))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 409])
  const refused = answers.findIndex(({ status }) => status === 409)
  expect(answers[refused]?.json.error.code).toBe('CONFLICT')
  expect(await verificationOf(ids[refused] ?? '')).toBeNull()
  await run(ids[(refused + 1) % 4] ?? '')
  expect((await start(ids[refused])).status).toBe(202)
})
