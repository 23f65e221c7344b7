import { refusalBy } from '#core/api-error.ts'
import { isReservedAlias } from '#core/reserved-aliases.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import type { LinkDomain } from '../../links/describe-link.ts'
import { judgeRules, readRules } from '../../links/link-rules.ts'
import { makeCode } from '../../links/make-code.ts'
import { destinationJudge } from '../../safety/refuse-destinations.ts'
import { domainIsGone } from '../stage-links.ts'
import type { ArchiveRun } from './archive-run.ts'
import { chooseIds, findIds } from './source-ids.ts'

/** A link with its place here. */
export interface PlacedLink {
  index: number
  row: ArchiveRow<'links'>
  id: string
  /** The account has this link from an earlier import. */
  isOwn: boolean
  domain: LinkDomain
  code: string
  /** Why it cannot be imported. */
  refusal: string | null
}

export async function placeLinks(importing: ArchiveRun, rows: readonly ArchiveRow<'links'>[]): Promise<PlacedLink[]> {
  const { stores, run } = importing
  const domainOf = await findDomains(importing, rows)
  const ids = await chooseIds(
    stores.sql,
    run,
    'links',
    rows.map(({ id }) => id),
  )
  const refusalOf = await judgeLinks(importing, rows)
  return rows.map((row, index) => ({
    ...{ index, row, domain: domainOf(row.domain_id), code: row.code, refusal: refusalOf(row) },
    ...(ids.get(row.id) ?? { id: row.id, isOwn: false }),
  }))
}

/** Links of domains that were not imported are created on the domain of the import. */
async function findDomains({ stores: { sql }, run }: ArchiveRun, rows: readonly ArchiveRow<'links'>[]) {
  if (run.domain_id === null) throw domainIsGone()
  const known = await findIds(
    sql,
    run,
    'domains',
    rows.map(({ domain_id }) => domain_id),
  )
  const targets = [run.domain_id, ...[...known.values()].map(({ id }) => id)]
  const found = await sql<LinkDomain[]>`
    select id, type, host
    from domains
    where id = any(${targets}::uuid[]) and (account_id = ${run.account_id} or type = 'standard')`
  const domains = new Map(found.map((domain) => [domain.id, domain]))
  const usual = domains.get(run.domain_id)
  if (usual === undefined) throw domainIsGone()
  return (source: string): LinkDomain => domains.get(known.get(source)?.id ?? '') ?? usual
}

async function judgeLinks({ stores: { sql, config }, run }: ArchiveRun, rows: readonly ArchiveRow<'links'>[]) {
  const refuse = await destinationJudge({ sql, config, account_id: run.account_id }, rows)
  return (row: ArchiveRow<'links'>): string | null =>
    refusalBy(() => {
      // The destination of a link that shows content is its short URL.
      refuse(row.shows_content ? { ...row, url: null } : row)
      judgeRules(readRules(row.targeting_rules), config)
    })
}

export const slugOf = ({ domain, code }: Pick<PlacedLink, 'domain' | 'code'>): string => `${domain.id} ${code}`

export interface Owner {
  id: string
  account_id: string
}

/** Links that have the slugs of these. */
export async function selectTaken(
  sql: Sql | Tx,
  links: readonly Pick<PlacedLink, 'domain' | 'code'>[],
): Promise<Map<string, Owner>> {
  if (links.length === 0) return new Map()
  const rows = await sql<(Owner & { domain_id: string; code: string })[]>`
    select links.id, links.account_id, links.domain_id, links.code
    from unnest(${links.map(({ domain }) => domain.id)}::uuid[], ${links.map(({ code }) => code)}::text[])
      as named (domain_id, code)
    join links using (domain_id, code)`
  return new Map(rows.map(({ domain_id, code, ...owner }) => [`${domain_id} ${code}`, owner]))
}

/** Numbers that are tried behind a taken slug: sale-2 to sale-9. Then a slug is generated. */
const numbers = [2, 3, 4, 5, 6, 7, 8, 9]
const longestSlug = 50

/** Another slug for a link, which no link has. `used`: slugs of links that are about to be created. */
export async function findOtherCode(
  sql: Sql | Tx,
  { domain, code }: PlacedLink,
  used: ReadonlySet<string>,
): Promise<string> {
  const base = code.slice(0, longestSlug - 2)
  const candidates = numbers.map((number) => ({ domain, code: `${base}-${number}` }))
  const taken = await selectTaken(sql, candidates)
  const free = candidates.find((candidate) => !taken.has(slugOf(candidate)) && !used.has(slugOf(candidate)))
  return free?.code ?? makeCode()
}

export const isReserved = ({ code }: Pick<PlacedLink, 'code'>): boolean => isReservedAlias(code)
