import { insertExperiment } from '../experiments/insert-experiment.ts'
import { applyChange, applyCreated, type Change, type LinkStores } from '../publish/apply-change.ts'
import { insertQrCode } from '../qr-codes/insert-qr-code.ts'
import type { FoundQrCode } from '../qr-codes/qr-code-row.ts'
import { announce } from '../webhooks/announce.ts'
import { type DescribedLink, describeLink } from './describe-link.ts'
import { findTwin } from './find-twin.ts'
import { insertLinks } from './insert-links.ts'
import { makeCode } from './make-code.ts'
import { columnsOf, type NewLink, unvisited } from './new-link.ts'

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
  const { sql, config } = stores
  const written = await sql.begin(async (tx) => {
    const twin = input.find_if_exists === true ? await findTwin(tx, input) : undefined
    if (twin !== undefined) return { kind: 'found', link_id: twin } as const
    const { rows, isHeard } = await insertLinks(tx, [columnsOf(input, code)])
    const [row] = rows
    if (row === undefined) return { kind: 'alias-taken' } as const
    const { outbox_id, ...columns } = row
    const link = unvisited(columns, input)
    if (isHeard)
      await announce(tx, input.account_id, 'url.created', describeLink(link, config, link.created_at.getTime()))
    const made = { account_id: input.account_id, link_id: link.id }
    const qr_code = input.qr_code ? await insertQrCode(tx, input.qr_code, made, config) : null
    if (input.ab_test) await insertExperiment(tx, input.ab_test, { ...made, qr_code_id: link.qr_code_id })
    const change: Change = { outbox_id, domain_id: row.domain_id, code, rev: row.rev }
    return { kind: 'created', link, qr_code, change } as const
  })
  if (written.kind !== 'created') return written
  const { link, qr_code, change } = written
  // A QR code or a test is in the record too, which is read from Postgres then.
  if (input.qr_code || input.ab_test) await applyChange(stores, change)
  else await applyCreated(stores, [{ change, link }])
  return { kind: 'created', link, qr_code }
}
