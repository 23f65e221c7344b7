import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { cliOrigin } from '#model/accounts/audit-log.ts'
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

/** Stops a link of any account. */
export async function addToQuarantine(config: Config, link: string, given: unknown): Promise<void> {
  const { reason } = addOptions.parse(given, { error: describeIssue })
  await withLinkStores(config, async (stores) => {
    const { id, url, isChanged } = await setQuarantine(stores, link, reason)
    process.stdout.write(isChanged ? `Stopped ${url} (${id}).\n` : `${url} was in quarantine already.\n`)
  })
}

export async function liftQuarantine(config: Config, link: string): Promise<void> {
  await withLinkStores(config, async (stores) => {
    const { id, url, isChanged } = await setQuarantine(stores, link, null)
    if (!isChanged) throw new Error(`${url} is not in quarantine.`)
    process.stdout.write(`Lifted the quarantine of ${url} (${id}).\n`)
  })
}

/** With a reason, stops the link of this short URL or ID. null lifts its quarantine. */
export async function setQuarantine(stores: LinkStores, text: string, reason: string | null) {
  const link = await findLinkAnywhere(stores.sql, text)
  const origin = link && cliOrigin(link.account_id)
  const isChanged = origin && (await quarantineLink(stores, { link_id: link.id, reason, origin }))
  if (link === undefined || isChanged === undefined)
    throw new Error('Link not found. Enter a short URL or the ID of a link.')
  return { id: link.id, url: plain(shortUrlOf(stores.config, link.domain, link.code)), isChanged }
}

export async function listQuarantine(config: Config, given: unknown): Promise<void> {
  const { account = null, json } = listOptions.parse(given, { error: describeIssue })
  const links = await withPostgres(config, (sql) => selectQuarantined(sql, account, mostListed))
  const shown = links.map((link) => describe(config, link))
  if (json === true) process.stdout.write(`${JSON.stringify(shown)}\n`)
  else for (const link of shown) process.stdout.write(`${plain(Object.values(link).join('  '))}\n`)
}

const describe = (config: Config, { id, account_id, code, url, domain, ...link }: StoppedLink) => ({
  id,
  quarantined_at: link.quarantined_at.toISOString(),
  short_url: shortUrlOf(config, domain, code),
  account_id,
  destination: url,
  reason: link.quarantine_reason,
})
