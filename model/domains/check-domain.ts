import type { Dns, DnsAnswer } from '#runtime/dns.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Finding } from '#schemas/domains.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { changeHost } from '../publish/publish-host.ts'
import { hasRows, theRow } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { aliasTarget, type DomainTargets, describeDomain, proofName } from './describe-domain.ts'
import { type DomainRow, domainColumns } from './domain-row.ts'
import { type CheckResult, judge, type Proof } from './judge-records.ts'

export interface CheckStores extends LinkStores {
  config: LinkStores['config'] & DomainTargets
  dns: Dns
}

/** A branded domain to check. */
export type CheckedDomain = Pick<DomainRow, 'id' | 'host' | 'verification_token'>

interface Findings {
  proof: Proof
  routing: Finding
  error: string | null
  /** Current values at the names of the records; null if no server responded. */
  found_proofs: string[] | null
  found_routes: string[] | null
}

/** Characters of a found value that are kept: enough to compare. Postgres accepts every character except U+0000. */
const mostFound = 10
const longestFound = 300

/**
 * Looks up the DNS records of a branded domain and updates its status. Only the TXT record decides: the target of the name
 * does not prove ownership, and proxies hide it. undefined if the domain was deleted.
 */
export async function checkDomain(
  stores: CheckStores,
  domain: CheckedDomain,
  asked: boolean,
): Promise<DomainRow | undefined> {
  const findings = await lookUp(stores, domain)
  return await changeHost(stores, domain.host, async (tx, rev) => {
    const row = await readRow(tx, domain.id)
    if (row === undefined) return undefined
    const heard = await hearOthers(tx, row, findings)
    const is_used = row.url_count > 0 || row.verified_at !== null
    const verdict = judge({ ...row, is_used }, heard.proof, asked)
    const written = await writeVerdict(tx, row, rev, { ...heard, ...verdict })
    if (verdict.announce !== null) {
      await announce(tx, row.account_id, verdict.announce, describeDomain(written, stores.config))
    }
    return written
  })
}

async function lookUp({ dns, config }: CheckStores, { host, verification_token }: CheckedDomain): Promise<Findings> {
  const [texts, route] = await Promise.all([dns.texts(proofName(host)), findRoute(dns, config, host)])
  const name = proofName(host)
  const found = { ...route, found_proofs: keep(texts) }
  if (texts.kind === 'unknown') {
    return {
      ...found,
      proof: 'unknown',
      error: `The DNS lookup of ${name} failed (${texts.code}). It will be retried.`,
    }
  }
  if (texts.kind === 'absent') return { ...found, proof: 'missing', error: `No TXT record found at ${name}.` }
  if (verification_token === null || !texts.values.includes(verification_token)) {
    return { ...found, proof: 'missing', error: `No TXT record at ${name} has the expected value.` }
  }
  const error = route.routing === 'failed' ? `${host} does not point to ${aliasTarget(config)} yet.` : null
  return { ...found, proof: 'proven', error }
}

function keep(answer: DnsAnswer): string[] | null {
  if (answer.kind === 'unknown') return null
  if (answer.kind === 'absent') return []
  return answer.values.slice(0, mostFound).map((value) => value.slice(0, longestFound).replaceAll('\u0000', '\ufffd'))
}

/** Whether the name points to this installation, as an alias or by IP address. */
async function findRoute(
  dns: Dns,
  config: DomainTargets,
  host: string,
): Promise<Pick<Findings, 'routing' | 'found_routes'>> {
  const target = aliasTarget(config)
  const ours: Promise<DnsAnswer> =
    config.BRANDED_ADDRESSES.length > 0
      ? Promise.resolve({ kind: 'found', values: config.BRANDED_ADDRESSES })
      : dns.addresses(target)
  const [alias, theirs, own] = await Promise.all([dns.alias(host), dns.addresses(host), ours])
  const found_routes = keep(alias.kind === 'found' ? alias : theirs)
  const route = (routing: Finding) => ({ routing, found_routes })
  if (alias.kind === 'found' && alias.values.includes(target)) return route('verified')
  if (theirs.kind === 'found' && own.kind === 'found') {
    return route(theirs.values.some((address) => own.values.includes(address)) ? 'verified' : 'failed')
  }
  return route(theirs.kind === 'absent' ? 'failed' : 'pending')
}

async function readRow(tx: Tx, id: string): Promise<DomainRow | undefined> {
  const [row] = await tx<DomainRow[]>`
    select ${domainColumns(tx)}
    from domains
    where id = ${id} and type = 'branded'`
  return row
}

/** The first account that proves ownership of a name is served on it until the proof disappears. */
async function hearOthers(tx: Tx, { id, host }: DomainRow, findings: Findings): Promise<Findings> {
  if (findings.proof !== 'proven') return findings
  const isServed = await hasRows(tx, tx`domains where host = ${host} and status = 'verified' and id <> ${id}`)
  if (!isServed) return findings
  return { ...findings, proof: 'missing', error: 'Another account has verified this domain.' }
}

async function writeVerdict(tx: Tx, row: DomainRow, rev: number, found: Findings & CheckResult): Promise<DomainRow> {
  const ownership = { proven: 'verified', missing: 'failed', unknown: 'pending' } as const
  const waitSeconds = found.next_check_ms === null ? null : found.next_check_ms / 1000
  const earlier = found.keeps_earlier ? tx`next_check_at` : tx`null`
  const rows = await tx<DomainRow[]>`
    update domains
    set status = ${found.status}, failures = ${found.failures}, ownership = ${ownership[found.proof]},
      routing = ${found.routing}, check_error = ${found.error}, found_proofs = ${found.found_proofs},
      found_routes = ${found.found_routes}, rev = ${rev}, last_checked_at = now(),
      next_check_at = least(${earlier}, now() + make_interval(secs => ${waitSeconds})),
      verified_at = case when ${found.announce === 'domain.verified'} then now() else verified_at end
    where id = ${row.id}
    returning ${domainColumns(tx)}`
  return theRow(rows, `domain ${row.id} vanished under the lock of its host`)
}
