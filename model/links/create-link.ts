import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { insertExperiment } from '../experiments/insert-experiment.ts'
import { applyChange, type Change, type LinkStores } from '../publish/apply-change.ts'
import { takeRev } from '../publish/take-rev.ts'
import { insertQrCode } from '../qr-codes/insert-qr-code.ts'
import type { FoundQrCode } from '../qr-codes/qr-code-row.ts'
import { announce } from '../webhooks/announce.ts'
import { type DescribedLink, describeLink } from './describe-link.ts'
import { findTwin } from './find-twin.ts'
import { bindable, type LinkRow } from './link-row.ts'
import { makeCode } from './make-code.ts'
import { type NewLink, settingsOf } from './new-link.ts'

export type CreateOutcome =
  | { kind: 'created'; link: DescribedLink; qr_code: FoundQrCode | null }
  | { kind: 'found'; link_id: string }
  | { kind: 'alias-taken' }

/** With a million links, one in six codes of four characters is taken: twenty in a row have a chance of 1 in 10^15. */
const mostCollisions = 20

/** Creates a link. When this returns, every redirector serves it. */
export async function createLink(stores: LinkStores, input: NewLink): Promise<CreateOutcome> {
  const chosen = input.alias ?? input.code
  if (chosen !== undefined) return await insertLink(stores, input, chosen)
  for (let collisions = 0; collisions < mostCollisions; collisions++) {
    const outcome = await insertLink(stores, input, makeCode(input.code_length))
    if (outcome.kind !== 'alias-taken') return outcome
  }
  throw new Error(`${mostCollisions} generated codes in a row were taken`)
}

async function insertLink(stores: LinkStores, input: NewLink, code: string): Promise<CreateOutcome> {
  const written = await stores.sql.begin(async (tx) => {
    const twin = input.find_if_exists === true ? await findTwin(tx, input) : undefined
    if (twin !== undefined) return { kind: 'found', link_id: twin } as const
    const rev = await takeRev(tx, input.domain.id, code)
    const row = await writeRows(tx, input, code, rev)
    if (row === undefined) return { kind: 'alias-taken' } as const
    const { outbox_id, ...columns } = row
    const link = {
      ...columns,
      domain: input.domain,
      clicks: 0,
      last_clicked_at: null,
      qr_code_id: input.qr_code?.id ?? null,
      ab_test_id: input.ab_test?.id ?? null,
      stored: { actual_clicks: 0, unique_visitors: 0 },
    }
    await announce(tx, input.account_id, 'url.created', describeLink(link, stores.config, link.created_at.getTime()))
    const made = { account_id: input.account_id, link_id: link.id }
    const qr_code = input.qr_code ? await insertQrCode(tx, input.qr_code, made, stores.config) : null
    if (input.ab_test) await insertExperiment(tx, input.ab_test, { ...made, qr_code_id: link.qr_code_id })
    const change: Change = { outbox_id, domain_id: input.domain.id, code, rev }
    return { kind: 'created', link, qr_code, change } as const
  })
  if (written.kind !== 'created') return written
  await applyChange(stores, written.change)
  return { kind: 'created', link: written.link, qr_code: written.qr_code }
}

async function writeRows(tx: Tx, input: NewLink, code: string, rev: number) {
  const { account_id, domain, alias } = input
  const settings = settingsOf(input)
  const row = {
    id: uuidv7(),
    account_id,
    domain_id: domain.id,
    code,
    is_custom_alias: alias !== null,
    rev,
    ...(settings.max_clicks && { limited_since: rev }),
    ...bindable(tx, settings),
  }
  const [written] = await tx<(LinkRow & { outbox_id: number })[]>`
    with link as (
      insert into links ${tx(row)}
      on conflict (domain_id, code) do nothing
      returning *
    ), counts as (
      insert into link_counts (link_id, account_id)
      select id, account_id from link
    ), debt as (
      insert into outbox (target, domain_id, code, rev)
      select 'redis', domain_id, code, rev from link
      returning id
    ), facts as (
      insert into outbox (target, domain_id, code, rev)
      select 'facts', domain_id, code, rev from link
    )
    select link.*, debt.id as outbox_id
    from link, debt
  `
  return written
}
