import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import { createAccount } from '../../../factories/account.ts'
import { storeClicks } from '../../../factories/clicks.ts'
import { createKey } from '../../../factories/key.ts'
import { createQrCode } from '../../../factories/qr-codes.ts'
import { buildRollups } from '../../../factories/rollups.ts'
import { openTestStores, type TestStores } from '../../../stack/stores.ts'
import { startApi, type TestApi } from '../../support/http.ts'
import * as plain from './plain-reports.ts'
import { daysBefore, endOfQuarter } from './plain-time.ts'
import { type LinkKind, linkKinds, linkNames, type PlainClick, randomClicks } from './random-clicks.ts'
import { choose, type RandomFilter, randomFilter, type Span } from './random-filters.ts'

/** Twelve days after a clock change in Berlin, so that the last 30 days include a day of 23 hours. */
export const now = Date.parse('2026-04-10T12:34:56.789Z')
const seed = 20_260_410
const dataSets = 4
const mostClicks = 150
/** Runs of each question; RANDOM_RUNS=1000 by hand after a change of the filters. */
const numRuns = Number(process.env['RANDOM_RUNS'] ?? 8)
export const dayMs = 86_400_000

export interface DataSet {
  key: string
  clicks: (PlainClick & { id: string })[]
  linkIds: Record<LinkKind, string>
  codeIds: Record<CodeName, string>
}

let stores: TestStores
let api: TestApi
let sets: DataSet[]

/** Where reports read finished days from: the clicks, or rollups, with windows of visitor ids of this length. */
export const readings = [
  { reading: 'clicks', windowDays: null },
  { reading: 'rollups', windowDays: 1 },
] as const

/** Accounts with random clicks, and the API with a frozen clock. */
export function useRandomClicks({ windowDays }: (typeof readings)[number] = readings[0]): void {
  beforeAll(async () => {
    // The time that periods end at. Timers and the stores keep the real time.
    vi.useFakeTimers({ toFake: ['Date'], now })
    stores = await openTestStores({ RATE_LIMIT_FACTOR: '0' })
    api = await startApi(stores)
    sets = []
    for (const clicks of fc.sample(randomClicks(now, mostClicks), { seed, numRuns: dataSets })) {
      sets.push(await storeSet(inWindows(clicks, windowDays), sets.length))
    }
    if (windowDays !== null) {
      await buildRollups(stores, windowDays)
      const [{ days }] = (await stores.sql`select count(build) as days from click_rollups`) as unknown as [
        { days: number },
      ]
      expect(days).toBeGreaterThan(dataSets)
    }
  })
  afterAll(async () => {
    vi.useRealTimers()
    await api.close()
    await stores.close()
  })
}

/** Visitors have new ids in each window. */
const inWindows = (clicks: PlainClick[], windowDays: number | null): PlainClick[] =>
  windowDays === null
    ? clicks
    : clicks.map((click) => ({
        ...click,
        visitor_id: `${Math.floor(click.at / (windowDays * dayMs))}${click.visitor_id.padStart(2, '0')}`,
      }))

async function storeSet(given: PlainClick[], number: number): Promise<DataSet> {
  const account = await createAccount(stores.sql)
  const { key } = await createKey(stores.sql, account)
  const make = async (path: string, body: object) => {
    const { status, json, text } = await api.request('POST', path, { key, body })
    if (status !== 201) throw new Error(text)
    return json.data.id as string
  }
  const subdomain = `team${number}`
  for (const name of ['Spring', 'Summer']) await make('/campaigns', { name })
  await make('/domains/subdomains', { subdomain })
  const linkIds = {} as Record<LinkKind, string>
  for (const name of linkNames) {
    const { alias, campaign, tags, url_type } = linkKinds[name]
    const place = url_type === 'subdomain' ? { url_type, subdomain } : {}
    const body = { url: 'https://example.com', custom_alias: `${alias}-${number}`, tags, ...place }
    linkIds[name] = await make('/short-urls', { ...body, ...(campaign && { campaign_id: campaign }) })
  }
  const codeIds = {
    one: (await createQrCode(stores.sql, account)).id,
    two: (await createQrCode(stores.sql, account)).id,
    none: (await createQrCode(stores.sql, account)).id,
  }
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
  const clicks = given.map((click, index) => ({ ...click, id: clickIdOf(number, index) }))
  await storeClicks(
    stores.ch,
    clicks.map(({ id, at, link, is_scan, ...told }) => ({
      ...told,
      account_id: account.id,
      link_id: linkIds[link],
      click_id: id,
      at: new Date(at).toISOString(),
      ...(is_scan && { qr_code_id: codeIds[codeOf(link)] }),
    })),
  )
  return { key, clicks, linkIds, codeIds }
}

const clickIdOf = (set: number, index: number) =>
  `00000000-0000-7000-8000-${(set * 1_000_000 + index).toString(16).padStart(12, '0')}`

type CodeName = 'one' | 'two' | 'none'

/** The QR code of a scan. */
export const codeOf = (link: LinkKind): CodeName => (link === 'red' || link === 'blue' ? 'one' : 'two')

export interface Case {
  set: number
  link: LinkKind | null
  filter: RandomFilter
}

export const anyCase = fc.record<Case>({
  set: fc.nat(dataSets - 1),
  link: fc.option(fc.constantFrom(...linkNames), { freq: 2 }),
  filter: randomFilter(now),
})

type Standard = 'all_time' | number

const spanOf = ({ span, days }: RandomFilter, standard: Standard, takesDays: boolean): Span => {
  if (span !== null) return span
  const length = (takesDays ? days : null) ?? (standard === 'all_time' ? null : standard)
  return { from: length === null ? null : daysBefore(now, length), to: now }
}

export interface Asked {
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  json: any
  text: string
  clicks: (PlainClick & { id: string })[]
  span: Span
  set: DataSet
  choose: (span: Span, special?: Partial<RandomFilter>) => (PlainClick & { id: string })[]
}

interface Question {
  /** A path without an id is the report of the account. */
  path: (id: string) => string
  standard: Standard
  takesDays?: boolean
  more?: string
}

async function ask(
  { set: number, link, filter }: Case,
  { path, standard, takesDays = false, more = '' }: Question,
): Promise<Asked> {
  const set = sets[number] as DataSet
  const url = path(link === null ? 'all' : set.linkIds[link])
  const span = spanOf(filter, standard, takesDays)
  const answer = await api.request('GET', `${url}?${filter.query}${more}`, { key: set.key })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  const chosen = (at: Span, special: Partial<RandomFilter> = {}) =>
    choose(
      set.clicks,
      { ...filter, ...special },
      at.to === now ? { ...at, to: endOfQuarter(now) } : at,
      url.includes('{') || link === null ? null : link,
    ) as Asked['clicks']
  return { json: answer.json, text: answer.text, clicks: chosen(span), span, set, choose: chosen }
}

/** Checks that the response of every case equals the plain computation. */
export async function agrees(
  question: Question,
  check: (asked: Asked, given: Case) => void,
  cases: fc.Arbitrary<Case> = anyCase,
): Promise<void> {
  const property = fc.asyncProperty(cases, async (given) => {
    check(await ask(given, question), given)
  })
  await fc.assert(property, { seed: seedOf(question), numRuns })
}

/** Each question gets different cases, so that all questions together try more filters than one has runs. */
const seedOf = ({ path, more = '' }: Question) => crc32(`${seed} ${path('')} ${more}`) | 0

/** Cases for paths without a link. */
export const ofAccount = anyCase.map((given) => ({ ...given, link: null }))
export const both = (name: string) => (id: string) =>
  id.endsWith('1') ? `/analytics/url/${id}/${name}` : `/analytics/${name}/${id}`

export function expectDescending(rows: { clicks: number }[]) {
  const counts = rows.map(({ clicks }) => clicks)
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
}

export const unorderedMembers = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? plain.unordered(value) : value]),
  )
