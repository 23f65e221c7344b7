import { isDeepStrictEqual } from 'node:util'
import { recordRule } from '#core/rules/record-rules.ts'
import { afterNext } from '#core/schedules/link-at.ts'
import { addUtm } from '#core/visits/add-utm.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { type FieldWith, fieldsWith, linkField } from '#schemas/link-fields.ts'
import {
  type LaterChange,
  type LinkExperiment,
  type LinkExtras,
  type LinkRecord,
  type LinkRules,
  linkKey,
} from '#schemas/link-record.ts'
import type { QrContent } from '#schemas/qr-content.ts'
import { type LinkRow, type LinkSettings, type LinkUses, linkColumns, urlHash } from '../links/link-row.ts'

interface FoundLink extends LinkRow, LinkUses {
  rev: number
  account_id: string
  content: QrContent | null
  winner_url: string | null
  /** The destination is dead, and the fallback URL is used in its place. */
  is_dead: boolean
  test: (Omit<LinkExperiment, 'wants_click_ids'> & { conversions_enabled: boolean }) | null
}

/** The current redirect record of this code, or null. Use the primary, because a replica may be behind. */
export async function readRecord(sql: Sql | Tx, domainId: string, code: string): Promise<LinkRecord | null> {
  const [row] = await selectFound(sql, sql`links.domain_id = ${domainId} and links.code = ${code}`)
  return row === undefined ? null : buildRecord(row)
}

/** The same for many codes with one statement, in their order. Two of them can be the same. */
export async function readRecords(
  sql: Sql | Tx,
  codes: readonly { domain_id: string; code: string }[],
): Promise<(LinkRecord | null)[]> {
  if (codes.length === 0) return []
  const rows = await selectFound(
    sql,
    sql`(links.domain_id, links.code) in (
      select *
      from unnest(${codes.map(({ domain_id }) => domain_id)}::uuid[], ${codes.map(({ code }) => code)}::text[]))`,
  )
  const found = new Map(rows.map((row) => [linkKey(row.domain_id, row.code), row]))
  return codes.map(({ domain_id, code }) => {
    const row = found.get(linkKey(domain_id, code))
    return row === undefined ? null : buildRecord(row)
  })
}

const selectFound = (sql: Sql | Tx, condition: Part) => sql<(FoundLink & { domain_id: string })[]>`
  select ${linkColumns(sql)}, qr_codes.id as qr_code_id,
    case when qr_codes.content_type <> 'url'
      then jsonb_build_object('content_type', qr_codes.content_type, 'content_data', qr_codes.content_data)
    end as content,
    (select destination_url from ab_variants where ab_variants.id = links.winner_variant_id) as winner_url,
    links.use_fallback_when_dead and links.fallback_url is not null and exists (
      select from destination_checks
      where destination_checks.link_id = links.id and state = 'dead' and url_hash = ${urlHash(sql)}) as is_dead,
    ${runningExperiment(sql)} as test
  from links
  left join qr_codes on qr_codes.link_id = links.id
  where ${condition}`

/** The record of a link that was just created, without a QR code or a test. */
export const newRecord = (row: LinkRow & { account_id: string; rev: number }): LinkRecord =>
  buildRecord({
    ...row,
    qr_code_id: null,
    ab_test_id: null,
    content: null,
    winner_url: null,
    is_dead: false,
    test: null,
  })

/** Columns with the names of the record. */
const runningExperiment = (sql: Sql | Tx) => sql`(
  select jsonb_build_object(
    'id', ab_tests.id,
    'secret', encode(ab_tests.secret, 'hex'),
    'conversions_enabled', ab_tests.conversions_enabled,
    'variants', (
      select jsonb_agg(
        jsonb_build_object('id', id, 'url', destination_url, 'weight', traffic_weight) order by position)
      from ab_variants
      where test_id = ab_tests.id))
  from ab_tests
  where ab_tests.link_id = links.id and ab_tests.status = 'running')`

/** Unix milliseconds in the past of every clock. */
const expiredEver = 0

/** A link in the trash is an expired one to redirectors, whatever its other settings are. So is one in quarantine to old ones. */
function buildRecord(row: FoundLink): LinkRecord {
  const isOver = row.trashed_at !== null || row.quarantined_at !== null
  const later = isOver ? [] : buildLater(row)
  const extras = { ...(isOver ? extrasOfOver(row) : buildExtras(row)), ...(later.length > 0 && { later }) }
  return {
    rev: row.rev,
    link_id: row.id,
    account_id: row.account_id,
    url: destinationOf(row),
    redirect_type: row.redirect_type,
    forward_query: row.forward_query,
    tracking_enabled: row.tracking_enabled,
    expires_at: isOver ? expiredEver : (row.expires_at?.getTime() ?? null),
    ...(row.qr_code_id !== null && { qr_code_id: row.qr_code_id }),
    ...(fallbackOf(row) !== null && { serves_fallback: true as const }),
    ...(Object.keys(extras).length > 0 && { extras }),
  }
}

const destinationOf = (row: FoundLink): string => withUtm(row.winner_url ?? fallbackOf(row) ?? row.url, row)

/** The fallback URL while it is used in place of a dead destination. The winner of a test is not checked. */
const fallbackOf = ({ winner_url, is_dead, fallback_url }: FoundLink): string | null =>
  winner_url === null && is_dead ? fallback_url : null

/** The differences of each scheduled change from the state before it. */
function buildLater(row: FoundLink): LaterChange[] {
  let before = row
  return row.schedules.map(({ at }) => {
    const after = afterNext(before)
    if (after.winner_variant_id === null) after.winner_url = null
    after.is_dead = row.is_dead && after.url === row.url
    const change = { at: Date.parse(at), ...differenceBetween(before, after) }
    before = after
    return change
  })
}

const changeable = ['disabled', 'ios_url', 'android_url', 'rules'] as const

function differenceBetween(before: FoundLink, after: FoundLink): Omit<LaterChange, 'at'> {
  const [was, is] = [buildExtras(before), buildExtras(after)]
  const changed = changeable.filter((member) => !isDeepStrictEqual(was[member], is[member]))
  const url = destinationOf(after)
  return {
    ...(url !== destinationOf(before) && { url }),
    ...(changed.length > 0 && { extras: Object.fromEntries(changed.map((member) => [member, is[member] ?? null])) }),
  }
}

/** The redirect after expiration may be what the quarantine is about. */
function extrasOfOver({ expired_url, quarantined_at }: LinkRow): LinkExtras {
  if (quarantined_at !== null) return { quarantined: true }
  return expired_url === null ? {} : { expired_url }
}

function buildExtras(row: FoundLink): LinkExtras {
  const { max_clicks, limited_since } = row
  // A winner applies to all visitors, like the variants of a running test.
  const hasWinner = row.winner_url !== null
  return {
    ...(!row.is_active && { disabled: true as const }),
    ...(row.starts_at !== null && { starts_at: row.starts_at.getTime() }),
    ...(max_clicks !== null && limited_since !== null && { limit: { most: max_clicks, since: limited_since } }),
    ...(row.password_hash !== null && { password_hash: row.password_hash }),
    ...(row.ios_url !== null && !hasWinner && { ios_url: withUtm(row.ios_url, row) }),
    ...(row.android_url !== null && !hasWinner && { android_url: withUtm(row.android_url, row) }),
    ...plainExtras(row),
    ...(row.content !== null && { content: row.content }),
    ...(row.test !== null && { test: buildTest(row, row.test) }),
    ...(row.targeting_rules.length > 0 && row.content === null && { rules: buildRules(row) }),
  }
}

/** Extra settings that a redirect needs. Most links have none. */
const plainExtras = (row: LinkRow): Pick<LinkExtras, FieldWith<'redirects'>> =>
  Object.fromEntries(
    fieldsWith('redirects').flatMap((name) =>
      row[name] === null || row[name] === linkField(name).standard ? [] : [[name, row[name]]],
    ),
  )

function buildTest(
  row: FoundLink,
  { conversions_enabled, variants, ...test }: NonNullable<FoundLink['test']>,
): LinkExperiment {
  return {
    ...test,
    variants: variants.map(({ id, url, weight }) => ({ id, url: withUtm(url, row), weight })),
    ...(conversions_enabled && { wants_click_ids: true as const }),
  }
}

function buildRules(row: FoundLink): LinkRules {
  const { targeting_rules: rules, fallback_url, rules_secret, numbered_since } = row
  return {
    ...(rules_secret !== null && { secret: rules_secret }),
    ...(numbered_since !== null && { numbered_since }),
    list: rules.map((rule) => recordRule(rule, (url) => withUtm(url, row))),
    ...(fallback_url !== null && { fallback_url: withUtm(fallback_url, row) }),
  }
}

/** Merged once per change, so that redirects do not have to. */
function withUtm(url: string, { utm_source, utm_medium, utm_campaign, utm_term, utm_content }: LinkSettings): string {
  return addUtm(url, { utm_source, utm_medium, utm_campaign, utm_term, utm_content })
}
