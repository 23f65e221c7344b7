import { demand } from '#core/api-error.ts'
import { columnsToRestore, type Restoration } from '#model/history/link-changes.ts'
import { beginLinkRollback, planRollback } from '#model/history/roll-back.ts'
import { demandOwnLink } from '#model/links/find-own-link.ts'
import { presentLink } from '#model/links/present-links.ts'
import { settleSchedules } from '#model/links/run-schedules.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import { rollback, rollbackBody } from '#schemas/history.ts'
import { shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { changedSince, noSuchEntry } from '../frame/rollback-refusals.ts'
import { updateOwn } from './update-short-url.ts'

export const rollBackShortUrl = endpoint({
  method: 'POST',
  path: '/short-urls/{id}/rollback',
  summary: 'Roll back a short URL',
  description:
    'Restores the settings from before a change in the history, which undoes it and all later changes. This is a change like any other: it is validated, redirectors serve it, webhooks get `url.updated`, and it has its own entry. If the short URL is changed in the meantime, the response is 409 and nothing changes.',
  permission: 'write',
  params: shortUrlParams,
  query: shortUrlDomain,
  body: rollbackBody,
  example: { entry_id: '018f6f1c-5f4e-7c1a-9a55-3f1f6f0c2b11', dry_run: true },
  reply: rollback,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, body, account, reach, ...services }) {
    const { entry_id, fields, expected_entry_id, dry_run } = body
    const link = await demandOwnLink(services, reach, params.id, query)
    await settleSchedules(services, { account_id: account.id, link_id: link.id })
    const plan = demand(await planRollback(services.sql, link.id, { entry_id, fields }), () => noSuchEntry(noun))
    if (expected_entry_id !== undefined && expected_entry_id !== plan.newest) throw changedSince(noun)
    const isDone = dry_run || plan.restored.length === 0
    const written = isDone
      ? link
      : await updateOwn(services, reach, link.id, {
          ...changesOf(plan, link),
          begin: async (tx) => {
            if (!(await beginLinkRollback(tx, link.id, { entry_id, newest: plan.newest }))) throw changedSince(noun)
          },
        })
    const { restored, not_restored } = plan
    return { short_url: await presentLink({ account, ...services }, written), restored, not_restored }
  },
})

/** A generated slug is restored as one. */
function changesOf(plan: Restoration & { is_custom_alias: boolean }, link: ReadLink) {
  const slug = plan.restored.find(({ field }) => field === 'short_code')
  return {
    changes: columnsToRestore(plan),
    ...(typeof slug?.after === 'string' &&
      slug.after !== link.code && { alias: slug.after, is_custom_alias: plan.is_custom_alias }),
  }
}

const noun = 'short URL'
