import { beforeAll } from 'vitest'
import { relayFacts } from '#model/publish/relay-facts.ts'
import type { ClickRow } from '#schemas/clicks.ts'
import { createAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import type { Answer } from './http.ts'
import { account, anotherKey, api, key, keyOf, stores, useApi, useOneAccount } from './use-api.ts'

export { account, api, key, stores } from './use-api.ts'
/** Key of another account, which has two clicks on the 29th with the id of `spring` of the first account. */
export let strangerKey: string
/** Key of an account on the free plan with a short URL `free`. */
export let freeKey: string
/** UUIDs. spring, summer and plain are aliases; the alias of shop is on a subdomain. */
export let links: Record<'spring' | 'summer' | 'plain' | 'shop', string>

/**
 * 24 clicks around the night of the clock change in Berlin from 02:00 to 03:00, including 2 of a bot and 2 of an unknown
 * client. Visitors are numbered. Agents, places, referrers and tags are defined below.
 *
 *  March 2026, UTC     visitor link   agent   place   language from    tag
 */
const table = `
  27T09:00:00            1    spring windows berlin  de       google  -
  27T09:30:00            1    spring windows berlin  de       google  -
  27T22:30:00            2    spring iphone  paris   fr       twitter letter
  27T23:30:00            2    spring iphone  paris   fr       twitter letter
  28T08:00:00            3    spring android köln    de       mail    letter
  28T12:00:00            4    summer mac     lyon    fr       -       -
  28T12:05:00            4    summer mac     lyon    fr       -       -      scan
  28T22:59:59.999        5    summer ipad    abidjan fr       news    ads
  28T23:00:00            5    summer ipad    abidjan fr       news    ads
  29T00:30:00            1    summer windows berlin  de       -       -
  29T01:15:00            6    plain  linux   berlin  en       news    part
  29T12:00:00            6    plain  linux   berlin  en       google  part   scan
  29T21:59:59            7    plain  curl    -       -        -       -
  29T22:00:00            7    plain  curl    -       -        -       -
  30T10:00:00            8    shop   android köln    de       google  ads
  30T10:01:00            8    shop   android köln    de       google  ads
  30T10:02:00            8    shop   android köln    de       google  ads    scan
  30T11:00:00            9    shop   iphone  paris   fr       twitter -
  30T11:30:00            10   shop   spider  -       -        -       -
  30T11:31:00            10   spring spider  -       -        -       -
  31T07:00:00            1    spring windows berlin  de       mail    letter
  31T08:00:00            11   spring windows paris   fr       google  -
  31T09:00:00            11   plain  windows paris   fr       google  -
  31T10:00:00            12   plain  mac     abidjan en       -       -
`

type Part = Partial<ClickRow>

const agents: Record<string, Part> = {
  windows: { device_type: 'desktop', browser: 'Chrome', os: 'Windows' },
  mac: { device_type: 'desktop', browser: 'Safari', os: 'macOS' },
  linux: { device_type: 'desktop', browser: 'Firefox', os: 'Linux' },
  android: { device_type: 'mobile', browser: 'Chrome', os: 'Android' },
  iphone: { device_type: 'mobile', browser: 'Safari', os: 'iOS' },
  ipad: { device_type: 'tablet', browser: 'Safari', os: 'iOS' },
  curl: { device_type: 'other', traffic: 'unknown' },
  spider: { device_type: 'other', traffic: 'bot', bot_reason: 'user-agent' },
}

const germany = { country: 'Germany', country_code: 'de', continent: 'Europe' }
const france = { country: 'France', country_code: 'fr', continent: 'Europe' }
const places: Record<string, Part> = {
  berlin: { ...germany, region: 'Land Berlin', city: 'Berlin' },
  köln: { ...germany, region: 'North Rhine-Westphalia', city: 'Köln' },
  paris: { ...france, region: 'Île-de-France', city: 'Paris' },
  lyon: { ...france, region: 'Auvergne-Rhône-Alpes', city: 'Lyon' },
  abidjan: { country: "Côte d'Ivoire", country_code: 'ci', region: 'Abidjan', city: 'Abidjan', continent: 'Africa' },
  '-': {},
}

const referrers: Record<string, Part> = {
  google: { source: 'Search', referrer: 'https://www.google.com/', referrer_domain: 'google.com' },
  twitter: { source: 'Social', referrer: 'https://t.co/AbC', referrer_domain: 't.co' },
  mail: { source: 'Email', referrer: 'https://mail.google.com/', referrer_domain: 'mail.google.com' },
  news: { source: 'Referral', referrer: 'https://news.example/a,b', referrer_domain: 'news.example' },
  '-': { source: 'Direct' },
}

const tags: Record<string, Part> = {
  letter: { utm_source: 'News, Letter', utm_medium: 'email', utm_campaign: 'spring' },
  ads: {
    utm_source: 'google',
    utm_medium: 'CPC',
    utm_campaign: 'spring',
    utm_term: 'red-shoes',
    utm_content: '-banner',
  },
  part: { utm_source: 'partner' },
  '-': {},
}

function readRow(line: string) {
  const [at = '', visitor_id = '', link = '', agent = '', place = '', language = '', referrer = '', tag = '', scan] =
    line.trim().split(/ +/)
  return {
    account_id: account.id,
    link_id: links[link as keyof typeof links],
    at: `2026-03-${at}Z`,
    visitor_id,
    language: language === '-' ? '' : language,
    ...agents[agent],
    ...places[place],
    ...referrers[referrer],
    ...tags[tag],
    ...(scan !== undefined && { qr_code_id: links.spring }),
  }
}

/** The clicks of the table and the API, for a test file that only reads them. */
export function useClicks(): void {
  useApi()
  useOneAccount()
  beforeAll(async () => {
    const stranger = await createAccount(stores.sql)
    strangerKey = await keyOf(stranger)
    freeKey = await anotherKey('free')
    await makeLinks()
    await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
    const foreign = { account_id: stranger.id, link_id: links.spring, browser: 'Foreign', country_code: 'xx' }
    await storeClicks(stores.ch, [
      ...table.trim().split('\n').map(readRow),
      { ...foreign, at: '2026-03-29T12:00:00Z', utm_source: 'foreign', referrer_domain: 'foreign.example' },
      { ...foreign, at: '2026-03-29T12:00:01Z', visitor_id: '99', language: 'xx', source: 'Social' },
    ])
  })
}

async function makeLinks(): Promise<void> {
  await create('/campaigns', { name: 'Spring' })
  await create('/campaigns', { name: 'Summer' })
  await create('/domains/subdomains', { subdomain: 'team' })
  const url = 'https://example.com/'
  const make = async (custom_alias: string, body: object, as = key) =>
    (await create('/short-urls', { url, custom_alias, ...body }, as)).id
  links = {
    spring: await make('spring', { campaign_id: 'Spring', tags: ['Red', 'big'] }),
    summer: await make('summer', { campaign_id: 'Summer', tags: ['blue'] }),
    plain: await make('plain', {}),
    shop: await make('shop', { url_type: 'subdomain', subdomain: 'team', tags: ['Big', 'shop'] }),
  }
  await make('free', {}, freeKey)
}

/** The data of a create request, which must succeed. */
export async function create(path: string, body: object, as = key): Promise<Answer['json']> {
  const answer = await api.request('POST', path, { key: as, body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

export const get = (path: string, as = key) => api.request('GET', `/analytics${path}`, { key: as })

/** The data of a report request, which must succeed. */
export async function read(path: string, as = key): Promise<Answer['json']> {
  const { status, json, text } = await get(path, as)
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  return json.data
}
