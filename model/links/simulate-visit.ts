import { applies } from '#core/rules/choose-rule.ts'
import { isTrue } from '#core/rules/is-true.ts'
import { LazyFacts, type VisitFacts } from '#core/rules/visit-facts.ts'
import { linkAt } from '#core/schedules/link-at.ts'
import { recordAt } from '#core/schedules/record-at.ts'
import { normalizeAddress } from '#core/visits/address.ts'
import { type Decision, decide } from '#core/visits/decide.ts'
import { findContinent } from '#core/visits/find-continent.ts'
import { parseAgent } from '#core/visits/parse-agent.ts'
import { systemOf, urlForSystem } from '#core/visits/url-for-system.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { isAppUrl } from '#schemas/app-url.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { AppsRecord, HostRecord, LinkRecord } from '#schemas/link-record.ts'
import type { SimulatedVisitor, Simulation } from '#schemas/simulate.ts'
import type { TargetingRule } from '#schemas/targeting.ts'
import { detailFor, type VisitorPlaces } from '../clicks/visitor-places.ts'
import { readRecord } from '../publish/build-record.ts'
import { openRecord } from '../publish/open-record.ts'
import { readApps, readHost } from '../publish/publish-host.ts'
import { type LinkRow, linkColumns } from './link-row.ts'
import { allRulesOf } from './link-rules.ts'
import { readClickCount } from './read-click-count.ts'

interface Simulating {
  sql: Sql
  secretKeys: SecretKeys
  places: VisitorPlaces
  config: Pick<Config, 'BASE_DOMAIN' | 'BASE_URL'>
}

/** A visitor without an IP address takes part in A/B tests and percentages like one with this address. */
const standInAddress = '192.0.2.1'
/** The least that names a system and is no bot, for a visitor without a user agent. */
const agentsOf: Record<string, string> = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)',
  android: 'Mozilla/5.0 (Linux; Android 14)',
}

/** What a visit of this visitor would do. Nothing is recorded or counted. undefined if the link was deleted. */
export async function simulateVisit(
  stores: Simulating,
  link: Pick<LinkRow, 'id' | 'targeting_rules'> & Partial<Pick<LinkRow, 'schedules'>>,
  visitor: SimulatedVisitor,
): Promise<Simulation | undefined> {
  const found = await findLink(stores, link.id, visitor.at?.getTime() ?? Date.now())
  if (found === undefined) return undefined
  const { record, domain } = found
  const used = await readClickCount(stores.sql, link.id)
  const facts = await factsOf(stores, record, { ...visitor, click_number: visitor.click_number ?? used + 1 })
  const address = normalizeAddress(visitor.ip_address ?? standInAddress)
  const traits = { address, user_agent: agentOf(visitor), facts }
  const decideFor = (unlocked: boolean) => decide(record, visitor.query ?? '', facts.now, { ...traits, unlocked })
  const limit = record.extras?.limit
  const gate = decideFor(false)
  const isOver = (gate.kind === 'redirect' || gate.kind === 'locked') && limit !== undefined && used >= limit.most
  const decision: Decision = isOver ? { kind: 'expired', url: record.extras?.expired_url ?? null } : gate
  const open = decision.kind === 'locked' ? decideFor(true) : decision
  return {
    ...describe(record, open, traits.user_agent, domain),
    ...outcomeOf(record, decision),
    rules: judge(record, allRulesOf(link), facts),
  }
}

/** What redirectors know of the domain of a link. */
interface FoundDomain {
  host: HostRecord | null
  apps: AppsRecord | null
}

async function findLink({ sql, secretKeys }: Simulating, linkId: string, now: number) {
  const [row] = await sql<(LinkRow & { domain_id: string; host: string })[]>`
    select ${linkColumns(sql)}, domains.host
    from links
    join domains on domains.id = links.domain_id
    where links.id = ${linkId}`
  const stored = row && (await readRecord(sql, row.domain_id, row.code))
  if (!stored) return undefined
  const [host, apps] = await Promise.all([readHost(sql, row.host), readApps(sql, row.host)])
  const record = recordAt(openRecord(stored, secretKeys), now)
  return { record: linkAt(row, now).url === row.url ? record : uncheckedRecord(record), domain: { host, apps } }
}

/** The result of a destination check is that of the destination in the row. It is not known of a later one. */
const uncheckedRecord = ({ serves_fallback: _, ...record }: LinkRecord): LinkRecord => record

const agentOf = ({ user_agent, os = '' }: SimulatedVisitor): string =>
  (user_agent ?? agentsOf[os.toLowerCase()] ?? '').slice(0, rawClickLimits.user_agent)

/** The facts of the request, and in place of them those that are given. */
async function factsOf(
  { places, config }: Simulating,
  record: LinkRecord,
  visitor: SimulatedVisitor & { click_number: number },
): Promise<VisitFacts> {
  const { ip_address, country, region, city, device_type, os, browser, percentile } = visitor
  const address = normalizeAddress(ip_address ?? standInAddress)
  const detail = detailFor(record.extras?.rules?.list ?? []) ?? 'country'
  if (ip_address !== undefined) await places.load(address, detail)
  const known = new LazyFacts(
    {
      ...{ address, user_agent: agentOf(visitor), query: visitor.query ?? '' },
      accept_language: (visitor.accept_language ?? '').slice(0, rawClickLimits.language),
      referrer: (visitor.referrer ?? '').slice(0, rawClickLimits.referrer),
      now: visitor.at?.getTime() ?? Date.now(),
      is_qr_scan: visitor.is_qr_scan ?? record.qr_code_id !== undefined,
      ...{ visitor: visitor.visitor, click_number: visitor.click_number },
    },
    {
      findPlace: (of) => places.find(of, detail),
      parseAgent,
      ownHosts: new Set([config.BASE_DOMAIN, new URL(config.BASE_URL).host]),
    },
  )
  const code = country?.toLowerCase() ?? known.country
  return {
    country: code,
    continent: findContinent(code),
    region: region?.toLowerCase() ?? known.region,
    city: city?.toLowerCase() ?? known.city,
    device_type: device_type ?? known.device_type,
    os: os?.toLowerCase() ?? known.os,
    browser: browser?.toLowerCase() ?? known.browser,
    language: known.language,
    referrer_domain: known.referrer_domain,
    parameters: known.parameters,
    now: known.now,
    is_qr_scan: known.is_qr_scan,
    visitor: known.visitor,
    click_number: known.click_number,
    percentileIn: (rule) => percentile ?? known.percentileIn(rule),
  }
}

function outcomeOf({ extras }: LinkRecord, decision: Decision): Pick<Simulation, 'outcome'> {
  const { kind } = decision
  if (kind === 'locked') return { outcome: 'password' }
  if (kind === 'redirect') {
    if (extras?.content !== undefined) return { outcome: 'content' }
    return { outcome: decision.without_app === undefined ? 'redirect' : 'app' }
  }
  return { outcome: kind === 'expired' || kind === 'quarantined' ? kind : 'not_found' }
}

type Described = Omit<Simulation, 'outcome' | 'rules'>

function describe(record: LinkRecord, decision: Decision, userAgent: string, domain: FoundDomain): Described {
  const none = { without_app_url: null, rule_id: null, variant_id: null }
  if (decision.kind === 'quarantined') return { url: null, status: null, decided_by: 'state', ...none }
  if (decision.kind !== 'redirect') {
    const { expired_url = null, not_found_url = null } = domain.host ?? {}
    const url = decision.kind === 'expired' ? (decision.url ?? expired_url) : not_found_url
    return { url, status: url === null ? null : 302, decided_by: 'state', ...none }
  }
  const { url, status, rule_id = null, variant_id = null } = decision
  const { content, rules } = record.extras ?? {}
  if (content !== undefined) return { url: null, status: null, decided_by: 'link', ...none }
  const without_app_url = urlWithoutApp(decision, userAgent, domain.apps)
  const found = { url, without_app_url, status: without_app_url === null ? status : null, rule_id, variant_id }
  if (rule_id !== null) return { ...found, decided_by: 'rule' }
  if (rules?.fallback_url !== undefined) return { ...found, decided_by: 'fallback_url' }
  if (variant_id !== null) return { ...found, decided_by: 'ab_test' }
  const forSystem = urlForSystem(record.extras ?? {}, userAgent)
  const isDevice = forSystem !== undefined && (!isAppUrl(forSystem) || without_app_url !== null)
  if (isDevice) return { ...found, decided_by: 'device' }
  return { ...found, decided_by: record.serves_fallback === true ? 'dead_destination' : 'link' }
}

/** Visitors without the app go to the store, if the domain has one. */
function urlWithoutApp({ without_app }: { without_app?: string }, userAgent: string, apps: AppsRecord | null) {
  if (without_app === undefined) return null
  return apps?.[systemOf(userAgent) ?? 'ios']?.store_url ?? without_app
}

function judge(record: LinkRecord, named: readonly TargetingRule[], facts: VisitFacts): Simulation['rules'] {
  const { list = [], secret = '' } = record.extras?.rules ?? {}
  return list.map((rule) => ({
    id: rule.id,
    name: named.find(({ id }) => id === rule.id)?.name ?? '',
    applies: applies(rule, facts, { id: rule.id, secret }),
    conditions: rule.conditions.map((condition) => ({
      type: condition.type,
      is_true: isTrue(condition, facts, { id: rule.id, secret }),
    })),
  }))
}
