import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { linkKey } from '#schemas/link-record.ts'
import type { Condition, TargetingRule } from '#schemas/targeting.ts'
import { createAccount } from '../../test/factories/account.ts'
import { createCampaign } from '../../test/factories/campaigns.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { relayOutbox } from '../publish/relay-outbox.ts'
import { createLink } from './create-link.ts'
import { createLinks } from './create-links.ts'
import type { LinkDomain } from './describe-link.ts'
import type { NewLink } from './new-link.ts'

let stores: TestStores
let domain: LinkDomain
let account: { id: string }

beforeAll(async () => {
  stores = await openTestStores()
  domain = await findBaseDomain(stores.sql, stores.config)
  account = await hearing(stores.sql, await createAccount(stores.sql))
})
afterAll(() => stores.close())

const plain = (special: Partial<NewLink> = {}) => plainLink(account.id, domain, special)
const createAll = (...specials: Partial<NewLink>[]) => createLinks(stores, specials.map(plain))
const codesOf = (links: readonly ({ code: string } | null)[]) => links.map((link) => link?.code ?? null)
const recordOf = async (code: string) => JSON.parse((await stores.redis.get(linkKey(domain.id, code))) ?? 'null')
const owed = (...codes: string[]) => stores.sql`select code from outbox where code = any(${codes}) and target = 'redis'`

/** Everything that the creation of a link leaves in the stores, without what is its own. */
async function leftBy(code: string) {
  const [row] = await stores.sql`
    select links.*, link_counts.clicks, link_counts.account_id as counted_account,
      (select array_agg(target order by id) from outbox where outbox.code = links.code) as debts,
      (select data from webhook_messages where data ->> 'id' = links.id::text and type = 'url.created') as event
    from links
    join link_counts on link_counts.link_id = links.id
    where code = ${code}`
  const own = { id: 0, rev: 0, code: 0, created_at: 0, updated_at: 0, link_id: 0, limited_since: 0 }
  const event = { ...row?.['event'], ...own, short_code: 0, custom_alias: 0, short_url: 0 }
  const record = await recordOf(code)
  const debts: unknown = row?.['debts']
  return {
    row: { ...row, ...own, event, debts },
    record: { ...record, ...own, extras: { ...record?.extras, limit: 0 } },
  }
}

describe('creating links together', () => {
  it('returns for each whether its rules need the number of the click', async () => {
    const rule = (condition: Condition): TargetingRule => ({
      id: uuidv7(),
      name: 'Rule 1',
      priority: 1,
      match: 'all',
      conditions: [condition],
      destination_url: 'https://example.com/',
    })
    const links = await createAll(
      { targeting_rules: [rule({ type: 'is_qr_scan', operator: 'eq', value: true })] },
      { targeting_rules: [rule({ type: 'click_number', operator: 'gte', value: 2 })] },
    )
    expect(links.map((link) => link?.numbered_since)).toEqual([null, expect.any(Number)])
    const records = await Promise.all(links.map(async (link) => JSON.stringify(await recordOf(link?.code ?? ''))))
    expect(records.map((record) => record.includes('"numbered_since"'))).toEqual([false, true])
  })

  it('leaves the same in every store as creating one', async () => {
    const campaign = await createCampaign(stores.sql, account)
    const special = {
      url: 'https://example.com/a?b=ü#c',
      name: 'Ä "quoted" name, \\ and 🎈',
      tags: ['one', 'it’s, {2}'],
      campaign_id: campaign.id,
      expires_at: new Date('2031-02-03T04:05:06.789Z'),
      starts_at: new Date('2030-01-01T00:00:00.000Z'),
      max_clicks: 7,
      redirect_type: 307 as const,
      forward_query: false,
      indexing: false,
      utm_source: 'news',
      password_hash: '$argon2id$v=19$x',
      og: { title: 'T', description: null, image_url: 'https://example.com/card.png' },
      external_id: null,
    }
    await createLink(stores, plain({ ...special, alias: 'alone' }))
    const [link] = await createAll({ ...special, alias: 'together' }, { alias: 'bare' })
    expect(link).toMatchObject({
      code: 'together',
      clicks: 0,
      created_at: expect.any(Date),
      expires_at: special.expires_at,
    })
    const left = await leftBy('together')
    expect(left).toEqual(await leftBy('alone'))
    expect(left.row.debts).toEqual(['facts'])
    expect(left.row.event).toMatchObject({ original_url: special.url, tags: special.tags })
    expect(await recordOf('bare')).toMatchObject({ url: 'https://example.com/page' })
  })

  it('returns them in order, and null for a code that is taken, also by another of the call', async () => {
    await createLink(stores, plain({ alias: 'taken' }))
    const links = await createAll({ alias: 'first' }, { alias: 'taken' }, { alias: 'twice' }, {}, { alias: 'twice' })
    expect(codesOf(links)).toEqual(['first', null, 'twice', expect.stringMatching(/^\w+$/), null])
    expect(links[3]).toMatchObject({ is_custom_alias: false })
    expect((await stores.sql`select from links where code in ('taken', 'twice')`).count).toBe(2)
    expect(codesOf(await createAll({ alias: 'taken' }))).toEqual([null])
  })

  it('shares aliases with another call that wants them in another order', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `shared-${index}`)
    const wanted = names.map((alias) => ({ alias }))
    const calls = await Promise.all([createAll(...wanted), createAll(...wanted.toReversed()), createAll(...wanted)])
    expect(
      calls
        .flatMap(codesOf)
        .filter((code) => code !== null)
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  it('writes nothing if one of them cannot be written', async () => {
    const gone = { alias: 'refers', campaign_id: account.id }
    await expect(createAll({ alias: 'innocent' }, gone)).rejects.toThrow('links_campaign_id_fkey')
    expect(await stores.sql`select from links where code in ('innocent', 'refers')`).toHaveLength(0)
  })

  it('publishes the records on a server that has not loaded the script', async () => {
    await stores.redis.script('FLUSH')
    const links = await createAll({ alias: 'unloaded-1' }, { alias: 'unloaded-2' })
    expect(await recordOf('unloaded-1')).toMatchObject({ link_id: links[0]?.id })
    expect(await recordOf('unloaded-2')).toMatchObject({ link_id: links[1]?.id })
    expect(await owed('unloaded-1', 'unloaded-2')).toHaveLength(0)
  })

  it('leaves the records to the relay while Redis is away', async () => {
    const redis = connectRedis('redis://127.0.0.1:1', { name: 'test', maxRetriesPerRequest: 0 } as never)
    const links = await createLinks({ ...stores, redis }, [plain({ alias: 'late-1' }), plain({ alias: 'late-2' })])
    redis.disconnect()
    expect(codesOf(links)).toEqual(['late-1', 'late-2'])
    expect(await owed('late-1', 'late-2')).toHaveLength(2)
    await stores.sql`update outbox set created_at = now() - interval '2 seconds'`
    await stores.sql.begin((tx) => relayOutbox(tx, stores.redis, stores.log))
    expect(await recordOf('late-1')).toMatchObject({ link_id: links[0]?.id })
    expect(await recordOf('late-2')).toMatchObject({ link_id: links[1]?.id })
    expect(await owed('late-1', 'late-2')).toHaveLength(0)
  })
})
