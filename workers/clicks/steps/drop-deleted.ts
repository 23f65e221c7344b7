import type { Step } from '../click.ts'

/** Clicks that were on their way when their link was deleted: its clicks have been deleted with it. */
export function dropDeleted(deletedLinks: ReadonlySet<string>): Step {
  return ({ row }) => (deletedLinks.has(row.link_id) ? 'link-deleted' : undefined)
}
