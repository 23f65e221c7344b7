import { givenFields } from '#core/fields.ts'
import { asksFor } from '#core/rules/record-rules.ts'
import type { Tx } from '#runtime/postgres.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { createLinks } from '../links/create-links.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import type { LinkSettings } from '../links/link-row.ts'
import { allRulesOf, makeRulesSecret, readRules } from '../links/link-rules.ts'
import { readSchedules } from '../links/link-schedules.ts'
import type { PlainNewLink } from '../links/new-link.ts'
import type { Stores } from '../stores.ts'
import { type ImportItem, insertItems } from './import-items.ts'
import type { StagedLink } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'
import { holdTurn } from './import-turn.ts'
import { insertVisits } from './import-visits.ts'

export type ImportStores = Pick<Stores, 'sql' | 'redis' | 'ch' | 'config' | 'log'>

export interface ImportRun {
  stores: ImportStores
  run: ImportRow
}

/** A link with its domain, which serves links. */
export type ReadyLink = StagedLink & { domain: LinkDomain }

/** Creates links and records them in one transaction. null: the slug is taken, and nothing was recorded. */
export async function createRecorded(
  { stores, run }: ImportRun,
  links: readonly ReadyLink[],
  outcome: 'created' | 'renamed',
): Promise<readonly ({ id: string } | null)[]> {
  const inputs = await Promise.all(links.map((link) => newLinkOf(stores, run.account_id, link)))
  return await createLinks(stores, inputs, async (tx, created) => {
    const items = links.flatMap((link, index) => {
      const made = created[index]
      return made
        ? [
            itemOf(link, outcome, {
              link_id: made.id,
              ...(outcome === 'renamed' && { message: `The slug is now ${made.code}.` }),
            }),
          ]
        : []
    })
    await holdTurn(tx, run, { [outcome]: items.length })
    await addClicks(tx, links, created)
    await insertItems(tx, run, items)
    await insertVisits(tx, run.id, visitsOf(links, created))
  })
}

const visitsOf = (links: readonly ReadyLink[], created: readonly ({ id: string } | null)[]) =>
  links.flatMap(({ position, visits }, index) => {
    const link_id = created[index]?.id
    return visits === undefined || link_id === undefined ? [] : [{ position, link_id, path: visits.path }]
  })

/** Clicks in the source are part of the lifetime clicks, but no clicks with a time. */
async function addClicks(
  tx: Tx,
  links: readonly ReadyLink[],
  created: readonly ({ id: string } | null)[],
): Promise<void> {
  const counted = links.flatMap(({ clicks }, index) => {
    const id = created[index]?.id
    return id === undefined || clicks === 0 ? [] : [{ id, clicks }]
  })
  if (counted.length === 0) return
  await tx`
    update link_counts
    set clicks = link_counts.clicks + counted.clicks
    from unnest(${counted.map(({ id }) => id)}::uuid[], ${counted.map(({ clicks }) => clicks)}::bigint[])
      as counted (link_id, clicks)
    where link_counts.link_id = counted.link_id`
}

/** The same members for all links but those with percentages, so that one statement inserts them. */
async function newLinkOf(
  { sql, config }: ImportStores,
  account_id: string,
  { domain, slug, settings, password_hash }: ReadyLink,
): Promise<PlainNewLink> {
  const { utm, created_at, starts_at, expires_at, targeting_rules: given, schedules: later = [], ...plain } = settings
  const expiry = toDate(expires_at)
  // Changes whose time has passed take effect at once.
  const rules = { targeting_rules: readRules(given), schedules: readSchedules(later) }
  const rules_secret = await secretOf({ sql, config }, rules)
  return {
    ...plain,
    ...utm,
    ...rules,
    ...(rules_secret !== undefined && { rules_secret }),
    account_id,
    domain,
    alias: slug,
    starts_at: toDate(starts_at),
    expires_at: expiry,
    password_hash,
    created_at: toDate(created_at) ?? new Date(),
    announced_expiry: expiry !== null && expiry.getTime() <= Date.now() ? expiry : null,
  }
}

/** For percentages in rules. */
export const secretOf = (
  { sql, config }: Pick<ImportStores, 'sql' | 'config'>,
  link: Partial<Pick<LinkSettings, 'targeting_rules' | 'schedules'>>,
) =>
  asksFor(allRulesOf(link), 'percentage')
    ? makeRulesSecret({ sql, secretKeys: new SecretKeys(config) }, link)
    : undefined

export const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export const itemOf = (
  { position, source_key, source_url }: StagedLink,
  outcome: ImportItem['outcome'],
  rest: Partial<Pick<ImportItem, 'link_id' | 'message'>> = {},
): ImportItem => ({ position, source_key, source_url, outcome, link_id: null, message: null, ...givenFields(rest) })

/** Records what became of links in a separate transaction. */
export async function record({ stores, run }: ImportRun, items: readonly ImportItem[]): Promise<void> {
  const counts: Record<string, number> = {}
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1
  await stores.sql.begin(async (tx) => {
    await holdTurn(tx, run, counts)
    await insertItems(tx, run, items)
  })
}
