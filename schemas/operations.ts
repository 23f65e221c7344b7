import { z } from 'zod'

/** An operation of the REST API, as the dashboard finds it in the reference. */
export const operation = z.object({
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  /** Place in the reference, such as `tag/short-urls/POST/short-urls`. */
  anchor: z.string(),
})
export type Operation = z.infer<typeof operation>
