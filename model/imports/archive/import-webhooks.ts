import type { Tx } from '#runtime/postgres.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { WebhookFilters } from '#schemas/webhooks.ts'
import { sealSecret } from '../../installation/stored-secrets.ts'
import { mintSecret } from '../../webhooks/mint-secret.ts'
import { countUnderLock, mostWebhooks } from '../../webhooks/webhooks.ts'
import type { ImportRow } from '../import-row.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes } from './archive-run.ts'
import { chooseIds, findIds, type IdKind } from './source-ids.ts'

/** Creates webhooks with new secrets. They are inactive, because their receivers do not know the secrets yet. */
export async function importWebhooks(
  { stores, run }: ArchiveRun,
  part: Extract<StagedPart, { kind: 'webhooks' }>,
): Promise<void> {
  const outcomes = new Outcomes(part)
  const keys = new SecretKeys(stores.config)
  await stores.sql.begin(async (tx) => {
    let count = await countUnderLock(tx, run.account_id)
    const ids = await chooseIds(
      tx,
      run,
      'webhooks',
      part.rows.map(({ id }) => id),
    )
    for (const [index, row] of part.rows.entries()) {
      const { id, isOwn } = ids.get(row.id) ?? { id: row.id, isOwn: false }
      const about = (why: string) => ({ message: `Webhook “${row.name ?? row.url}”: ${why}` })
      const refusal = refusalOf(row.url, stores.config.WEBHOOK_ALLOW_PRIVATE)
      if (isOwn) outcomes.add(index, 'skipped', about('It was imported before.'))
      else if (refusal !== null) outcomes.add(index, 'failed', about(refusal))
      else if (count >= mostWebhooks)
        outcomes.add(index, 'failed', about(`An account can have at most ${mostWebhooks} webhooks.`))
      else {
        const secret = await sealSecret(tx, keys, 'signing secret', mintSecret())
        const filters = tx.json({ ...(await translate(tx, run, row.filters)) })
        await tx`
          insert into webhooks ${tx({ ...row, id, filters, secret, account_id: run.account_id, is_active: false })}`
        outcomes.add(index, 'created')
        count += 1
      }
    }
    await finishPart(tx, run, part, outcomes)
  })
}

/** Filters with the ids of this installation. Unknown ids stay: without them, the webhook would get more events. */
async function translate(tx: Tx, run: ImportRow, filters: WebhookFilters): Promise<WebhookFilters> {
  const idsOf = async (kind: IdKind, sources: string[] | null) => {
    if (sources === null) return null
    const known = await findIds(tx, run, kind, sources)
    return sources.map((source) => known.get(source)?.id ?? source)
  }
  return {
    ...filters,
    url_ids: await idsOf('links', filters.url_ids),
    campaign_ids: await idsOf('campaigns', filters.campaign_ids),
    qr_code_ids: await idsOf('qr_codes', filters.qr_code_ids),
  }
}
