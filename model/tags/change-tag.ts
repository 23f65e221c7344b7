import type { z } from 'zod'
import { ApiError, demand } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { TagRecord, updateTagBody } from '#schemas/tag-records.ts'
import type { Reach } from '../accounts/reach.ts'
import { replaceInSettings, replaceOnObjects, type TagStores } from './replace-tag.ts'
import { findTag, forgetFormerName, isFormerName, lockTags, noSuchTag, writeTag } from './tags.ts'

type Changes = Partial<z.output<typeof updateTagBody>>

/**
 * Changes the name or color of a tag. The row of the tag keeps its former names until every object has the new one, so that
 * the same call, or another rename, ends a rename that was interrupted.
 */
export async function changeTag(
  stores: TagStores,
  reach: Reach,
  requestedName: string,
  changes: Changes,
): Promise<TagRecord> {
  const { account_id } = reach
  const { before, after, former } = await stores.sql.begin((tx) => writeChange(tx, reach, requestedName, changes))
  if (former.length === 0 || changes.name === undefined) return { ...before, ...after }
  for (const from of former) {
    await replaceOnObjects(stores, { account_id, from, to: after.name })
    await forgetFormerName(stores.sql, account_id, from)
  }
  return (await findTag(stores.sql, reach, after.name)) ?? { ...before, ...after }
}

async function writeChange(tx: Tx, reach: Reach, requestedName: string, changes: Changes) {
  const { account_id } = reach
  const { name, color } = changes
  await lockTags(tx, account_id)
  const isResumed = name !== undefined && (await isFormerName(tx, account_id, requestedName, name))
  const before = demand(await findTag(tx, reach, isResumed ? name : requestedName), noSuchTag)
  const after = { name: name ?? before.name, color: color ?? before.color }
  const other = await findTag(tx, reach, after.name)
  const isTaken = other !== undefined && other.name !== before.name
  if (isTaken && !(await isFormerName(tx, account_id, other.name, before.name))) throw nameIsTaken(other.name)
  const former = await writeTag(tx, account_id, before.name, after)
  if (after.name !== before.name) {
    await replaceInSettings(tx, { account_id, from: before.name, to: after.name })
  }
  return { before, after, former }
}

const nameIsTaken = (name: string) =>
  new ApiError('CONFLICT', `The tag “${name}” already exists. To combine both, merge them.`)
