import type { Step } from '../click.ts'

/** Drops clicks of links that have been deleted, since their other clicks were deleted as well. */
export function dropDeleted(deletedLinks: ReadonlySet<string>): Step {
  return ({ row }) => (deletedLinks.has(row.link_id) ? 'link-deleted' : undefined)
}
