import type { ShortUrl } from '#schemas/links.ts'
import { tagsWithout } from '#schemas/tag-spellings.ts'
import type { BulkChanges } from '../api/links.ts'

/** A part of the links, and the changes that give them their former values. */
export interface Inverse {
  ids: string[]
  changes: BulkChanges
}

/** A link before the change. */
export type Before = Pick<ShortUrl, 'id' | 'tags' | 'campaign_id' | 'archived' | 'is_active'>

/** Undoes a change for links as they were before it. Other changes since then stay. */
export function inverseOf(links: readonly Before[], changes: BulkChanges): Inverse[] {
  const groups = new Map<string, Inverse>()
  for (const link of links) {
    const former = formerValues(link, changes)
    if (Object.keys(former).length === 0) continue
    const key = JSON.stringify(former)
    const group = groups.get(key) ?? { ids: [], changes: former }
    group.ids.push(link.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Undoes a new list of tags for one link. Tags that others have added since then stay. */
export function inverseOfTags(before: readonly string[], after: readonly string[]): BulkChanges {
  const added = tagsWithout(after, before)
  const lost = tagsWithout(before, after)
  // Only the spelling or the order has changed.
  if (added.length === 0 && lost.length === 0) return { tags: [...before] }
  return { ...(added.length > 0 && { remove_tags: added }), ...(lost.length > 0 && { add_tags: lost }) }
}

/** Nothing if the change did not affect the link. */
function formerValues({ tags, ...link }: Before, changes: BulkChanges): BulkChanges {
  const missing = tagsWithout(changes.add_tags ?? [], tags)
  const kept = tagsWithout(tags, changes.remove_tags ?? [])
  const lost = tagsWithout(tags, kept)
  const plain = (['campaign_id', 'archived', 'is_active'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== link[name],
  )
  return {
    ...(missing.length > 0 && { remove_tags: missing }),
    ...(lost.length > 0 && { add_tags: lost }),
    ...Object.fromEntries(plain.map((name) => [name, link[name]])),
  }
}
