import type { QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { addLinks, removeLinks } from '../api/campaigns.ts'
import { messageOf } from '../api/failure.ts'
import { type BulkChanges, updateLinks } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { quantity } from '../format/numbers.ts'
import { type Before, inverseOf } from './inverse-change.ts'

/** Undoes a change of many links. If a request fails, those before it stay undone. */
export async function undoChange(queries: QueryClient, links: readonly Before[], done: BulkChanges): Promise<void> {
  const many = quantity(links.length, 'link')
  try {
    for (const { ids, changes } of inverseOf(links, done)) {
      // Links may come from many campaigns, and bulk calls have a small limit per minute.
      if (changes.campaign_id) await addLinks(changes.campaign_id, ids)
      else if (changes.campaign_id === null && done.campaign_id) await removeLinks(done.campaign_id, ids)
      else await updateLinks(ids, changes)
    }
    toast.success(`Change of ${many} undone`)
  } catch (error) {
    toast.error(`Could not undo the change of ${many}`, { description: messageOf(error) })
  }
  await refreshLinked(queries)
}
