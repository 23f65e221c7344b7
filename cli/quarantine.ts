import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { parseHost } from '#core/parse-short-url.ts'
import { cliOrigin } from '#model/accounts/audit-log.ts'
import type { DomainRow } from '#model/domains/domain-row.ts'
import { quarantineDomain, urlsOfDomain } from '#model/domains/quarantine-domain.ts'
import { findDomainAnywhere, selectQuarantinedDomains } from '#model/domains/stopped-domains.ts'
import { shortUrlOf } from '#model/links/describe-link.ts'
import { quarantineLink } from '#model/links/quarantine-link.ts'
import { findLinkAnywhere, type StoppedLink, selectQuarantined } from '#model/links/stopped-links.ts'
import type { LinkStores } from '#model/publish/apply-change.ts'
import type { Config } from '#runtime/config.ts'
import { text } from '#schemas/values.ts'
import { plain } from './explain.ts'
import { withLinkStores } from './with-link-stores.ts'
import { withPostgres } from './with-postgres.ts'

const mostListed = 10_000
const addOptions = z.object({ reason: text(300, 1) })
const listOptions = z.object({
  account: z.uuid('Must be the ID of an account.').optional(),
  json: z.boolean().optional(),
})

/** Stops a link of any account, or the URLs of a domain. */
export async function addToQuarantine(config: Config, which: string, given: unknown): Promise<void> {
  const { reason } = addOptions.parse(given, { error: describeIssue })
  await withLinkStores(config, async (stores) => {
    const { id, name, kind, isChanged } = await setQuarantine(stores, which, reason)
    const what = kind === 'domain' ? `the URLs of ${name}` : name
    process.stdout.write(isChanged ? `Stopped ${what} (${id}).\n` : `${name} was in quarantine already.\n`)
  })
}

export async function liftQuarantine(config: Config, which: string): Promise<void> {
  await withLinkStores(config, async (stores) => {
    const { id, name, isChanged } = await setQuarantine(stores, which, null)
    if (!isChanged) throw new Error(`${name} is not in quarantine.`)
    process.stdout.write(`Lifted the quarantine of ${name} (${id}).\n`)
  })
}

interface Changed {
  kind: 'link' | 'domain'
  id: string
  /** The short URL or host. */
  name: string
  /** False if it was in that state already. */
  isChanged: boolean
}

async function setQuarantine(stores: LinkStores, text: string, reason: string | null): Promise<Changed> {
  const changed = (await setOfLink(stores, text, reason)) ?? (await setOfDomain(stores, text, reason))
  if (changed !== undefined) return changed
  throw new Error('Link or domain not found. Enter a short URL, the host of a domain, or the ID of either.')
}

/** With a reason, stops the link of this short URL or ID. null lifts its quarantine. undefined if there is no such link. */
export async function setOfLink(stores: LinkStores, text: string, reason: string | null): Promise<Changed | undefined> {
  const link = await findLinkAnywhere(stores.sql, text)
  if (link === undefined) return undefined
  const origin = cliOrigin(link.account_id)
  const isChanged = await quarantineLink(stores, { link_id: link.id, reason, origin })
  const name = plain(shortUrlOf(stores.config, link.domain, link.code))
  return isChanged === undefined ? undefined : { kind: 'link', id: link.id, name, isChanged }
}

async function setOfDomain(stores: LinkStores, text: string, reason: string | null): Promise<Changed | undefined> {
  const domain = await findDomainAnywhere(stores.sql, parseHost(text) ?? text)
  if (domain === undefined) return undefined
  const origin = cliOrigin(domain.account_id)
  const isChanged = await quarantineDomain(stores, { domain_id: domain.id, reason, origin })
  return isChanged === undefined ? undefined : { kind: 'domain', id: domain.id, name: domain.host, isChanged }
}

export async function listQuarantine(config: Config, given: unknown): Promise<void> {
  const { account = null, json } = listOptions.parse(given, { error: describeIssue })
  const [links, domains] = await withPostgres(config, (sql) =>
    Promise.all([
      selectQuarantined(sql, account, mostListed),
      selectQuarantinedDomains(sql, account, mostListed),
    ] as const),
  )
  const shown = [...links.map((link) => describeLink(config, link)), ...domains.map(describeDomain)]
    .toSorted((one, other) => other.quarantined_at.localeCompare(one.quarantined_at))
    .slice(0, mostListed)
  if (json === true) process.stdout.write(`${JSON.stringify(shown)}\n`)
  else for (const one of shown) process.stdout.write(`${plain(Object.values(one).flat().join('  '))}\n`)
}

const describeLink = (config: Config, { id, account_id, code, url, domain, ...link }: StoppedLink) => ({
  id,
  quarantined_at: link.quarantined_at.toISOString(),
  short_url: shortUrlOf(config, domain, code),
  account_id,
  destination: url,
  reason: link.quarantine_reason,
})

const describeDomain = (domain: DomainRow) => ({
  id: domain.id,
  quarantined_at: domain.quarantined_at?.toISOString() ?? '',
  domain: domain.host,
  account_id: domain.account_id,
  urls: urlsOfDomain(domain),
  reason: domain.quarantine_reason,
})
