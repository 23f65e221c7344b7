import { givenFields } from '#core/fields.ts'
import { nextDue } from '#core/schedules/link-at.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Actor } from '#schemas/audit.ts'
import { recordChange } from '../accounts/audit-log.ts'
import { asActor } from '../history/change-origin.ts'
import { readQrCode } from '../qr-codes/read-qr-code.ts'
import type { Site } from './describe-link.ts'
import { followLink } from './follow-link.ts'
import { columnsOfRules } from './link-rules.ts'
import type { LockedLink } from './locked-link.ts'
import { writeLink } from './write-link.ts'

const schedule: Actor = { type: 'schedule', id: null, name: 'Schedule' }

/**
 * Writes the scheduled changes of a locked link that are due to its row, each as a separate change: with its event, its
 * entry in the history, and the new state for the other stores. Returns the link after them.
 */
export async function applySchedules<Link extends LockedLink & { account_id: string }>(
  tx: Tx,
  link: Link,
  site: Site,
): Promise<Link> {
  const now = Date.now()
  if (nextDue(link, now) === undefined) return link
  return await asActor(tx, schedule, async () => {
    let current = link
    while (nextDue(current, now) !== undefined) current = await applyNext(tx, current, site)
    return current
  })
}

async function applyNext<Link extends LockedLink & { account_id: string }>(
  tx: Tx,
  link: Link,
  site: Site,
): Promise<Link> {
  const [next, ...schedules] = link.schedules
  const changes = givenFields({ ...next?.changes, schedules })
  const columns = { ...changes, ...columnsOfRules(link, changes) }
  const written = await writeLink(tx, link, columns, site)
  const code = link.qr_code_id === null ? undefined : await readQrCode(tx, link.qr_code_id)
  if (code !== undefined) await followLink(tx, code, columns, site)
  await recordChange(
    tx,
    { account_id: link.account_id, actor: schedule, address: null },
    {
      action: 'schedule',
      summary: 'Apply a scheduled change to a short URL',
      object_ids: [link.id],
      fields: Object.keys(next?.changes ?? {}),
    },
  )
  return { ...link, ...written.link }
}
