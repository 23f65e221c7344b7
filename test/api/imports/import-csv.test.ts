import { expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount } from '../../factories/account.ts'
import { eventually } from '../../stack/eventually.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { ask, importFile, itemsOf, upload, work } from '../support/imports.ts'
import { create, expectError, follow, get, useRedirector, useShortUrls } from '../support/short-urls.ts'
import { account, anotherKey, api, key, keyOf, stores } from '../support/use-api.ts'

useShortUrls()
useRedirector()

const read = async (slug: string) => (await get(`/short-urls/${slug}`)).json.data
const links = async () =>
  await stores.sql<{ code: string }[]>`select code from links where account_id = ${account.id} order by code`
let made = 0
const slug = (start = 'moved') => `${start}-${made++}`

it('a file with the line ends of several systems keeps its rows', async () => {
  const files = [
    `url\r\nhttps://example.com/mixed-1\nhttps://example.com/mixed-2\n`,
    `url,title\nhttps://example.com/mixed-3,"One"\r\nhttps://example.com/mixed-4,"Two, of ""all""\r\nlines"\r\n`,
  ]
  const old = `url,title\rhttps://example.com/mixed-5,Five\rhttps://example.com/mixed-6,Six\r`
  const inValue = `url,title\nhttps://example.com/mixed-7,Se\rven\nhttps://example.com/mixed-8,Eight\n`
  for (const file of [...files, old, inValue])
    expect(await importFile(file)).toMatchObject({ result: { created: 2, failed: 0 } })
  const found = (await get('/short-urls?search=mixed-')).json.data as { original_url: string; name: string | null }[]
  expect(found.map(({ original_url }) => original_url.slice(-7)).sort()).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `mixed-${n}`),
  )
})

it('a file becomes links with their slugs, dates, tags, limits and click totals', async () => {
  const [one, two] = [slug(), slug()]
  const record = await importFile(
    [
      'Destination URL,Short URL,Title,Tags,Created,Clicks,Expires at,UTM Source,iOS URL,Unknown',
      `https://example.com/a,https://go.example.org/${one},"First, of all",news;2026,2020-03-01 10:00:00,"1,234",2999-01-01,mail,https://apps.example.com/a,x`,
      `https://example.com/b,https://go.example.org/${two},,,1583056800,7,2021-01-01,,,`,
    ].join('\r\n'),
  )
  expect(record).toMatchObject({
    status: 'completed',
    file_name: 'links.csv',
    analysis: {
      found: 2,
      invalid: 0,
      conflicts: 0,
      encoding: 'utf-8',
      columns: { url: 'Destination URL', short_url: 'Short URL', name: 'Title', clicks: 'Clicks' },
      unused_columns: ['Unknown'],
      notes: [],
    },
    progress: { done: 2, total: 2 },
    result: { created: 2, renamed: 0, overwritten: 0, skipped: 0, failed: 0 },
    error: null,
    finished_at: expect.any(String),
  })
  expect(await read(one)).toMatchObject({
    original_url: 'https://example.com/a',
    custom_alias: one,
    name: 'First, of all',
    tags: ['news', '2026'],
    created_at: '2020-03-01T10:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
    click_count: 1_234,
    stored_clicks: 1_234,
    actual_clicks: 0,
    ios_url: 'https://apps.example.com/a',
    utm: { utm_source: 'mail' },
    status: 'active',
  })
  expect(await read(two)).toMatchObject({ created_at: '2020-03-01T10:00:00.000Z', stored_clicks: 7, status: 'expired' })
  expect((await follow(one)).headers.location).toBe('https://example.com/a?utm_source=mail')
  expect((await follow(two)).status).toBe(410)
})

it('refuses a domain that is deleted while the file arrives, and imports nothing', async () => {
  const body = { subdomain: slug('domain') }
  const { id } = (await api.request('POST', '/domains/subdomains', { key, body })).json.data
  const { uploading } = await stores.sql.begin(async (tx) => {
    await tx`delete from domains where id = ${id}`
    const uploading = upload('url\nhttps://example.com/\n', { url_type: 'subdomain', ...body })
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBe(1))
    return { uploading }
  })
  const { status, json } = await uploading
  expect([status, json.error.code]).toEqual([403, 'ACCESS_DENIED'])
  expect((await ask('GET', '')).json.data).toEqual([])
})

it('tries a link again that lost a deadlock', async () => {
  await stores.sql`create sequence deadlocks`
  await stores.sql`
    create function lose() returns trigger language plpgsql as $$
    begin
      if nextval('deadlocks') <= 2 then raise 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$`
  await stores.sql`create trigger lose before insert on links for each row execute function lose()`
  const { id } = (await upload(`url,slug\nhttps://example.com/,${slug()}\n`)).json.data
  expect(await work(id)).toMatchObject({ status: 'importing', result: { created: 0, failed: 0 } })
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 1, failed: 0 } })
  await stores.sql`drop function lose cascade`
})

it('announces each link, and the end of the import once', async () => {
  const record = await importFile(`url,slug\nhttps://example.com/,${slug()}\nhttps://example.com/,${slug()}\n`)
  const messages = await stores.sql<{ type: string; data: { id: string; status: string } }[]>`
    select type, data from webhook_messages where account_id = ${account.id} order by type`
  expect(messages.map(({ type }) => type)).toEqual(['import.completed', 'url.created', 'url.created'])
  expect(messages[0]?.data).toMatchObject({ id: record.id, status: 'completed', result: { created: 2 } })
})

it('a dry run creates nothing until it is resumed, and tells what would happen', async () => {
  const [taken, free] = [slug(), slug()]
  await create({ custom_alias: taken })
  const file = `url,slug\nhttps://example.com/1,${taken}\nhttps://example.com/2,${free}\nnonsense,x\nhttps://example.com/3,${free}\n`
  const { id } = (await upload(file, { dry_run: 'true' })).json.data
  expect(await work(id)).toMatchObject({
    status: 'ready',
    analysis: { found: 4, invalid: 1, conflicts: 2 },
    progress: { done: 1, total: 4 },
    result: { created: 0, failed: 1 },
  })
  expect(await links()).toEqual([{ code: taken }])
  expect(await itemsOf(id)).toMatchObject([
    { position: 4, outcome: 'invalid', message: '`url`: Enter a full URL, such as https://example.com.' },
  ])
  expectError(await ask('POST', `/${id}/pause`), { status: 409, code: 'CONFLICT' })
  expect((await ask('POST', `/${id}/resume`, { conflict: 'rename' })).json.data.status).toBe('importing')
  expectError(await ask('POST', `/${id}/resume`), { status: 409, code: 'CONFLICT' })
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 1, renamed: 2, failed: 1 } })
  expect((await links()).map(({ code }) => code)).toEqual([taken, `${taken}-2`, free, `${free}-2`].sort())
  expect((await itemsOf(id, 'renamed')).map(({ message }) => message)).toEqual([
    `The slug is now ${taken}-2.`,
    `The slug is now ${free}-2.`,
  ])
})

it('skips or overwrites links whose slug is taken, but never those of other accounts', async () => {
  const [own, foreign] = [slug(), slug()]
  await create({ custom_alias: own, name: 'Kept', tags: ['kept'] })
  await create({ custom_alias: foreign }, await anotherKey())
  const file = `url,slug,title\nhttps://example.com/new,${own},\nhttps://example.com/new,${foreign},\n`
  expect((await importFile(file)).result).toMatchObject({ created: 0, skipped: 2 })
  const record = await importFile(file, { conflict: 'overwrite' })
  expect(record.result).toMatchObject({ overwritten: 1, skipped: 1 })
  expect(await read(own)).toMatchObject({ original_url: 'https://example.com/new', name: 'Kept', tags: ['kept'] })
  expect((await itemsOf(record.id, 'skipped'))[0]?.message).toBe(
    'The slug is taken, and not by a link of this account.',
  )
  expect((await follow(foreign)).headers.location).toBe('https://example.com/page')
})

it('does not overwrite a link so that it ends before it starts', async () => {
  const own = slug()
  await create({ custom_alias: own, starts_at: '2040-01-01T00:00:00Z' })
  const file = `url,slug,expires at\nhttps://example.com/new,${own},2035-01-01\n`
  const record = await importFile(file, { conflict: 'overwrite' })
  expect(record.result).toMatchObject({ overwritten: 0, failed: 1 })
  expect((await itemsOf(record.id, 'failed'))[0]?.message).toBe('`expires_at` must be after the start date.')
})

it('imports a link of a source once, however often its file is imported', async () => {
  const file = `url,short link\nhttps://example.com/,bit.ly/${slug()}\nhttps://example.com/,bit.ly/${slug()}\n`
  expect((await importFile(file, { source: 'bitly' })).result).toMatchObject({ created: 2 })
  const again = await importFile(file, { source: 'bitly', conflict: 'rename' })
  expect(again).toMatchObject({ analysis: { already_imported: 2, conflicts: 0 }, result: { created: 0, skipped: 2 } })
  expect(await links()).toHaveLength(2)
})

it('keeps slugs of one character, and generates those that are not possible if they may be renamed', async () => {
  const file =
    'url,slug\nhttps://example.com/1,Z\nhttps://example.com/2,a.b\nhttps://example.com/3,admin\nhttps://example.com/4,\n'
  const skipped = await importFile(file)
  expect(skipped).toMatchObject({
    result: { created: 2, skipped: 2 },
    analysis: {
      notes: [
        { code: 'slug_not_possible', links: 1 },
        { code: 'slug_reserved', links: 1 },
      ],
    },
  })
  expect((await follow('Z')).status).toBe(302)
  const renamed = await importFile(file.replace(',Z', `,${slug()}`), { conflict: 'rename' })
  expect(renamed.result).toMatchObject({ created: 2, renamed: 2 })
})

it('uses the domain of a link if the account has it, and the chosen one otherwise', async () => {
  const [one, two, three] = [slug(), slug(), slug()]
  const [host, other] = [`go-${uuidv7()}.example.com`, `to-${uuidv7()}.example.com`]
  const written = `größe-${uuidv7()}.example.com`
  const ascii = new URL(`http://${written}/`).host
  for (const each of [host, other, ascii])
    await stores.sql`
      insert into domains (id, account_id, type, host) values (${uuidv7()}, ${account.id}, 'branded', ${each})`
  const file = `url,short url\nhttps://example.com/,https://${host.toUpperCase()}/${one}\nhttps://example.com/,https://bit.ly/${two}\nhttps://example.com/,https://${written}/${three}\n`
  const record = await importFile(file, { url_type: 'branded', branded_domain: other })
  expect((await itemsOf(record.id)).map(({ short_url }) => short_url)).toEqual([
    `http://${host}/${one}`,
    `http://${other}/${two}`,
    `http://${ascii}/${three}`,
  ])
  const stranger = await keyOf(await createAccount(stores.sql))
  const refused = await upload(file, { url_type: 'branded', branded_domain: other }, stranger)
  expect([refused.status, refused.json.error.code]).toEqual([403, 'ACCESS_DENIED'])
})

it('adds tags, hashes passwords, and disables links whose password only exists as a hash', async () => {
  const [one, two] = [slug(), slug()]
  const file = `url,slug,password\nhttps://example.com/,${one},open sesame\nhttps://example.com/,${two},$2b$10$abcdefghijklmnopqrstuv\n`
  const record = await importFile(file, { tags: 'moved, 2026' })
  expect(record.analysis.notes).toMatchObject([{ code: 'password_removed', links: 1 }])
  expect(await read(one)).toMatchObject({ is_password_protected: true, status: 'active', tags: ['moved', '2026'] })
  expect(await read(two)).toMatchObject({ is_password_protected: false, status: 'disabled' })
  expect((await follow(one)).status).toBe(401)
})

it('pauses, resumes, and stops when it is deleted', async () => {
  const file = `url,slug\n${Array.from({ length: 600 }, (_, index) => `https://example.com/${index},${slug()}`).join('\n')}\n`
  const { id } = (await upload(file)).json.data
  expect((await ask('POST', `/${id}/pause`)).json.data.status).toBe('paused')
  expect(await work(id)).toMatchObject({ status: 'paused', analysis: { found: 0 } })
  expect((await ask('POST', `/${id}/resume`)).json.data.status).toBe('analyzing')
  expect(await work(id)).toMatchObject({ status: 'completed', result: { created: 600 } })
  expect((await ask('DELETE', `/${id}`)).status).toBe(200)
  expectError(await ask('GET', `/${id}`), { status: 404, code: 'NOT_FOUND' })
  expect(await links()).toHaveLength(600)
})

it("neither shows nor changes another account's import", async () => {
  const { id } = (await upload(`url,slug\nhttps://example.com/,${slug()}\n`, { dry_run: 'true' })).json.data
  const stranger = await anotherKey()
  for (const [method, path] of [
    ['GET', `/${id}`],
    ['GET', `/${id}/items`],
    ['POST', `/${id}/pause`],
    ['POST', `/${id}/resume`],
    ['DELETE', `/${id}`],
  ] as const)
    expectError(await ask(method, path, undefined, stranger), { status: 404, code: 'NOT_FOUND' })
  expect((await ask('GET', '', undefined, stranger)).json.data).toEqual([])
  expect((await ask('GET', '')).json.data).toMatchObject([{ id, status: 'analyzing' }])
})
