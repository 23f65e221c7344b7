import { addLinks, removeLinks } from '../api/campaigns.ts'
import { type BulkChanges, updateLinks } from '../api/links.ts'
import { type Before, inverseOf } from './inverse-change.ts'

/** Throws if a request fails; those before it stay undone. */
export async function undoChange(links: readonly Before[], done: BulkChanges): Promise<void> {
  for (const { ids, changes } of inverseOf(links, done)) {
    // Links may come from many campaigns, and bulk calls have a small limit per minute.
    if (changes.campaign_id) await addLinks(changes.campaign_id, ids)
    else if (changes.campaign_id === null && done.campaign_id) await removeLinks(done.campaign_id, ids)
    else await updateLinks(ids, changes)
  }
}
