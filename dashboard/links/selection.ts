import type { ShortUrl } from '#schemas/links.ts'

/** Selected links by ID, including those that are scrolled out of view. */
export type Selection = ReadonlyMap<string, ShortUrl>

/** Maximum links per bulk request: schemas/bulk-links.ts. */
export const mostSelected = 1_000

export function toggled(selection: Selection, link: ShortUrl): Selection {
  const next = new Map(selection)
  if (!next.delete(link.id) && next.size < mostSelected) next.set(link.id, link)
  return next
}

export function added(selection: Selection, links: readonly ShortUrl[]): Selection {
  const next = new Map(selection)
  for (const link of links) {
    if (next.size >= mostSelected && !next.has(link.id)) break
    next.set(link.id, link)
  }
  return next
}

export function without(selection: Selection, ids: Iterable<string>): Selection {
  const next = new Map(selection)
  for (const id of ids) next.delete(id)
  return next
}

/** The rows from the last selected one to this one, including both. */
export function rowsBetween(anchor: number, index: number): { first: number; last: number } {
  return { first: Math.min(anchor, index), last: Math.max(anchor, index) }
}
