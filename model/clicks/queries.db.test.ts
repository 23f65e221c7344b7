import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, type Fragment } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { storeFacts } from '../../test/factories/facts.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { compileFilter } from './compile-filter.ts'
import { linksOfScope, type Scope } from './link-filter.ts'
import { type ClickDetails, clickRow } from './queries/click-columns.ts'
import { clickPage } from './queries/click-page.ts'
import { firstClicks } from './queries/first-clicks.ts'
import { most, period, statementsOf } from './statements.fixture.ts'

/** Has no filters, since it finds the first clicks behind a page of clicks. Tested below. */
const ofClicks = ['first-clicks.ts']
/** Parts of statements. */
const pieces = [
  'breakdown-shape.ts',
  'counts-by-bucket.ts',
  'counts-by-link.ts',
  'rolled.ts',
  'shapes.ts',
  'click-columns.ts',
  'quarters.ts',
]

const [one, other, link] = [uuidv7(), uuidv7(), uuidv7()]
const statements = statementsOf(one)

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
  const facts = { link_id: link, rev: 1, tags: ['red'], campaign_id: uuidv7() }
  await storeFacts(stores.ch, [
    { ...facts, account_id: one },
    { ...facts, account_id: other },
  ])
  await storeClicks(stores.ch, clicksOf(one, 'own'))
})
afterAll(() => stores.close())

/** Five clicks of five visitors of the link, with one name in every field that can be filtered by. */
const clicksOf = (account_id: string, name: string) =>
  [1, 2, 3, 4, 5].map((number) => ({
    account_id,
    link_id: link,
    at: `2026-03-0${number}T1${number}:00:00Z`,
    visitor_id: `${account_id === one ? 1 : 2}${number}`,
    browser: name,
    os: name,
    country: name,
    country_code: name.slice(0, 2),
    region: name,
    city: name,
    language: name,
    referrer_domain: `${name}.example`,
    utm_source: name,
  }))

/** Scopes with the columns by which rows are found. */
const scopes: [string, Scope, Record<string, string>, string[]][] = [
  ['an account', { account_id: one, domain_ids: null, campaign_ids: null, deleted_ids: [] }, {}, ['account_id']],
  [
    'a link',
    { account_id: one, link_id: link, domain_ids: null, campaign_ids: null, deleted_ids: [] },
    {},
    ['account_id', 'link_id'],
  ],
  [
    'an account without a deleted link',
    { account_id: one, domain_ids: null, campaign_ids: null, deleted_ids: [uuidv7()] },
    {},
    ['account_id'],
  ],
  [
    'links with a tag',
    { account_id: one, domain_ids: null, campaign_ids: null, deleted_ids: [] },
    { tags: 'red' },
    ['account_id', 'link_id'],
  ],
]

const whereOf = (scope: Scope, filter: Record<string, string>) =>
  compileFilter(scope, period, filterQuery.parse(filter))

async function explain(statement: Fragment): Promise<string> {
  const lines = await stores.ch.query(ch`explain indexes = 1 ${statement}`, z.object({ explain: z.string() }))
  return lines.map((line) => line.explain).join('\n')
}

/** The columns by which each read of the table finds its rows. */
async function keysOf(statement: Fragment, table = 'clicks'): Promise<string[]> {
  const plan = (await explain(statement)).replace(/[│├└─]/g, ' ')
  const readings = plan.split('ReadFromMergeTree').slice(1)
  return readings
    .filter((reading) => reading.trimStart().startsWith(`(`) && reading.includes(`.${table})`))
    .map((reading) => (/PrimaryKey\s+Keys:([\s\S]+?)Condition/.exec(reading)?.[1] ?? '').replace(/\s+/g, ' ').trim())
}

const answer = (statement: Fragment) => stores.ch.query(statement, z.record(z.string(), z.unknown()))

it('every file in queries is in the table', () => {
  const all = readdirSync(join(import.meta.dirname, 'queries'))
  const files = all.filter((file) => !file.endsWith('.test.ts')).sort()
  expect([...Object.keys(statements), ...ofClicks, ...pieces].sort()).toEqual(files)
})

describe('the key condition includes the account', () => {
  it.each(Object.entries(statements))('%s', async (_file, statement) => {
    for (const [, scope, filter, columns] of scopes) {
      const keys = await keysOf(statement(whereOf(scope, filter)))
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) expect(key.split(' ')).toEqual(expect.arrayContaining(columns))
    }
  })

  it('first-clicks.ts', async () => {
    const [key = ''] = await keysOf(firstClicks(one, await shown(one), 86_400_000))
    expect(key.split(' ')).toEqual(expect.arrayContaining(['account_id', 'link_id']))
  })

  it('link_facts', async () => {
    // Alone, since the plan of a whole statement has only the result of this part.
    const [scope, filter] = withTag
    const facts = linksOfScope(scope, filterQuery.parse(filter))
    const keys = facts === null ? [] : await keysOf(facts, 'link_facts')
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key.split(' ')).toContain('account_id')
  })
})

const withTag = [scopes.at(-1)?.[1], { tags: 'red' }] as [Scope, Record<string, string>]

const shown = async (account_id: string): Promise<ClickDetails[]> =>
  await stores.ch.query(
    clickPage(whereOf({ account_id, domain_ids: null, campaign_ids: null, deleted_ids: [] }, {}), {
      cursor: undefined,
      limit: most,
      offset: 0,
    }),
    clickRow,
  )

it("two accounts with clicks for the same link id do not see each other's clicks", async () => {
  const ask = async () => {
    const answers: Record<string, unknown> = {}
    for (const [file, statement] of Object.entries(statements)) {
      for (const [name, scope, filter] of scopes) {
        answers[`${file} of ${name}`] = await answer(statement(whereOf(scope, filter)))
      }
    }
    answers['first-clicks.ts'] = (await answer(firstClicks(one, await shown(one), 86_400_000)))
      .map(({ id }) => id)
      .sort()
    return answers
  }
  const alone = await ask()
  for (const [name, rows] of Object.entries(alone)) expect([name, (rows as unknown[]).length > 0]).toEqual([name, true])
  await storeClicks(stores.ch, clicksOf(other, 'foreign'))
  expect(await ask()).toEqual(alone)
})
