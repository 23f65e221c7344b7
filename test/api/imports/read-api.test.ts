import { expect, it } from 'vitest'
import { runImport } from '../../../workers/imports/run-import.ts'
import { ask, importFrom, itemsOf, upload, work } from '../support/imports.ts'
import { account, expectError, stores, useShortUrls } from '../support/short-urls.ts'
import { serveDub, serveKutt } from './services/others.ts'
import { serve, token } from './services/serve.ts'
import { serveShlink } from './services/shlink.ts'

useShortUrls({ IMPORT_ALLOW_PRIVATE: 'true' })

let made = 0
const urls = (count: number) => Array.from({ length: count }, () => ({ shortCode: `read-${made++}` }))
const shlink = { source: 'shlink', token }
const begin = async (base_url: string, more: object = {}) =>
  (await ask('POST', '', { ...shlink, base_url, ...more })).json.data.id as string
const countLinks = async () => (await stores.sql`select from links where account_id = ${account.id}`).count
const sourceOf = async (id: string) =>
  (
    await stores.sql<
      { token: string; position: number }[]
    >`select token, position from import_sources where import_id = ${id}`
  )[0]
const pagesOf = (calls: readonly string[]) => calls.map((call) => new URL(call, 'http://x').searchParams.get('page'))

it.each([
  [{ source: 'shlink' }, 400, /^`file` is required|^Required|`file`/],
  [{ source: 'csv', token }, 422, /Send a file without a token/],
  [{ source: 'tinyurl', token }, 422, /Send a file without a token/],
  [{ source: 'shlink', token }, 422, /`base_url`.*URL of your installation/],
  [{ ...shlink, base_url: 'somewhere' }, 422, /`base_url`.*URL of your installation/],
  [{ ...shlink, base_url: 'https://s.example.org/?a=b' }, 422, /`base_url`.*URL of your installation/],
  [{ ...shlink, base_url: 'ftp://s.example.org' }, 422, /`base_url`/],
  [{ ...shlink, base_url: 'https://me:secret@s.example.org' }, 422, /`base_url`.*username or password/],
  [
    { ...shlink, token: 'two\r\nlines', base_url: 'https://s.example.org' },
    422,
    /`token`.*without spaces or line breaks/,
  ],
  [{ ...shlink, token: '', base_url: 'https://s.example.org' }, 422, /`token`/],
  [{ ...shlink, base_url: 'https://s.example.org', mapping: { url: 'x' } }, 422, /`mapping` requires a file/],
])('%j is rejected, and nothing is stored', async (body, status, message) => {
  const answer = await ask('POST', '', body)
  expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringMatching(message)])
  expect((await stores.sql`select from imports where account_id = ${account.id}`).count).toBe(0)
})

it.each([
  [{ token }, /`token`.*either a file or a token/],
  [{ base_url: 'https://s.example.org' }, /`base_url` requires a token/],
])('a file with %j is rejected', async (fields, message) => {
  const answer = await upload('url\nhttps://example.com/\n', { source: 'kutt', ...(fields as Record<string, string>) })
  expect([answer.status, answer.json.error.message]).toEqual([422, expect.stringMatching(message)])
})

it('a form without a file can have a token too', async () => {
  const service = await serveShlink(urls(1))
  const answer = await upload(null, { ...shlink, base_url: service.url, dry_run: 'true' })
  expect(answer.status, answer.text).toBe(202)
  expect(await work(answer.json.data.id)).toMatchObject({ status: 'ready', dry_run: true, analysis: { found: 1 } })
})

it('keeps the token encrypted until everything is read, and never shows it', async () => {
  const service = await serveShlink(urls(3))
  const answer = await ask('POST', '', { ...shlink, base_url: service.url, dry_run: true })
  const { id } = answer.json.data
  expect(answer.text).not.toContain(token)
  expect(await sourceOf(id)).toMatchObject({ token: expect.stringMatching(/^sealed:/) })
  expect(await work(id)).toMatchObject({ status: 'ready', analysis: { found: 3 } })
  expect(await sourceOf(id)).toBeUndefined()
  await ask('POST', `/${id}/resume`)
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 3 } })
  const traces = await stores.sql`
    select to_jsonb(audit_log)::text as text from audit_log where account_id = ${account.id}
    union all select data::text from webhook_messages where account_id = ${account.id}
    union all select to_jsonb(imports)::text from imports where account_id = ${account.id}`
  expect(traces.length).toBeGreaterThan(3)
  expect(JSON.stringify(traces)).not.toContain(token)
})

it.each([
  [
    'a wrong token',
    { token: 'wrong' },
    [],
    /^Shlink rejected the token\. Check that it is valid and may read links\.$/,
  ],
  ['no API', {}, [{ status: 404 }], /^No API of Shlink was found at this URL/],
  ['a redirect', {}, [{ status: 301, headers: { location: 'https://example.com/' } }], /redirects \(status 301\)/],
  ['another status', {}, [{ status: 418 }], /^Shlink rejected the request \(status 418\)/],
  ['a page of another form', {}, [{ body: { shortUrls: { data: {} } } }], /not as documented: shortUrls\.data: /],
  [
    'a link without a destination',
    {},
    [{ body: { shortUrls: { data: [{ shortCode: 'a' }], pagination: {} } } }],
    /longUrl|shortUrl/,
  ],
])('%s fails with a clear error, and nothing is created', async (_name, more, troubles, message) => {
  const service = await serveShlink(urls(3))
  service.troubles.push(...troubles)
  const id = await begin(service.url, more)
  expect(await work(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(message) })
  expect(await countLinks()).toBe(0)
  expect(await sourceOf(id)).toBeUndefined()
})

it('repeats requests after errors and when it is asked to wait', async () => {
  const service = await serveShlink(urls(150))
  service.troubles.push(
    { status: 500 },
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 200, body: '<html>Just a moment…</html>' },
  )
  expect(await importFrom('shlink', service.url)).toMatchObject({ status: 'completed', result: { created: 150 } })
  expect(pagesOf(service.calls)).toEqual(['1', '1', '1', '1', '2'])
})

it('continues at the page where the service asked for a long wait', async () => {
  const service = await serveShlink(urls(250))
  const id = await begin(service.url)
  service.onCall = (number) => {
    if (number === 3) service.troubles.push({ status: 429, headers: { 'retry-after': '120' } })
  }
  await runImport(stores, id, new AbortController().signal)
  const [waiting] = await stores.sql`
    select state, failures, found, due_at > now() + interval '100 seconds' as is_later from imports where id = ${id}`
  expect(waiting).toEqual({ state: 'running', failures: 1, found: 200, is_later: true })
  const before = service.calls.length
  expect(await work(id)).toMatchObject({
    status: 'completed',
    analysis: { found: 250, conflicts: 0 },
    result: { created: 250 },
  })
  expect(pagesOf(service.calls.slice(before))[0]).toBe('3')
})

it('pauses after five errors, and fails after twenty such turns', async () => {
  const service = await serveShlink(urls(1))
  const id = await begin(service.url)
  service.troubles.push(...Array.from({ length: 5 }, () => ({ status: 503, headers: { 'retry-after': '0' } })))
  await work(id)
  expect(await stores.sql`select state, failures, due_at > now() as is_later from imports where id = ${id}`).toEqual([
    { state: 'running', failures: 1, is_later: true },
  ])
  await stores.sql`update imports set failures = 19 where id = ${id}`
  service.troubles.push(...Array.from({ length: 5 }, () => ({ status: 503, headers: { 'retry-after': '0' } })))
  expect(await work(id)).toMatchObject({
    status: 'failed',
    error: 'Shlink did not respond as expected, 5 times in a row: Shlink responded with status 503.',
  })
  expect(await sourceOf(id)).toBeUndefined()
})

it('a paused import continues at its page, and a link that moved to the next page is imported once', async () => {
  const all = urls(120).map(({ shortCode }) => ({ address: shortCode, target: `https://example.com/${shortCode}` }))
  const service = await serveKutt(all)
  const answer = await ask('POST', '', { source: 'kutt', token, base_url: service.url })
  const { id } = answer.json.data
  const paused: number[] = []
  service.onCall = async (number) => {
    if (number === 2) paused.push((await ask('POST', `/${id}/pause`)).status)
  }
  await work(id)
  expect(paused).toEqual([200])
  const asked = service.calls.length
  // The newest links come first.
  all.unshift({ address: `read-${made++}`, target: 'https://example.com/new' })
  await ask('POST', `/${id}/resume`)
  const record = await work(id)
  expect(record).toMatchObject({
    status: 'completed',
    analysis: { found: 121, conflicts: 1 },
    result: { created: 120, skipped: 1 },
  })
  expect((await itemsOf(id, 'skipped'))[0]?.message).toBe('The link appears twice in the source.')
  expect(service.calls.slice(asked)[0]).not.toContain('skip=0')
})

it('fails if a service ignores the cursor', async () => {
  const links = urls(3).map(({ shortCode }) => ({ id: shortCode, key: shortCode }))
  const service = await serveDub(links)
  const old = await serve(
    () => true,
    {},
    () => ({ body: [{ id: 'a', domain: 'd.example.org', key: 'a', url: 'https://example.com/' }] }),
  )
  expect(await importFrom('dub', old.url)).toMatchObject({
    status: 'failed',
    error: 'Dub returned the same page twice. Update it, or import a file.',
  })
  expect(await importFrom('dub', service.url)).toMatchObject({ status: 'completed', result: { created: 3 } })
  expect(await importFrom('dub', service.url, { conflict: 'rename' })).toMatchObject({
    analysis: { already_imported: 3 },
    result: { created: 0, skipped: 3 },
  })
})

it('an import whose token is gone fails', async () => {
  const id = await begin('http://127.0.0.1:1')
  await stores.sql`delete from import_sources where import_id = ${id}`
  expect(await work(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/token .* no longer available/),
  })
})

it('an account can have five unfinished imports, even if they are started at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => ask('POST', '', { ...shlink, base_url: 'http://127.0.0.1:1' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 202, 409, 409])
  expectError(answers.find(({ status }) => status === 409) as never, { status: 409, code: 'CONFLICT' })
})
