import type { LinkDomain } from './describe-link.ts'
import type { LinkSettings } from './link-row.ts'

/** What is not said of the link has the default of its column. */
export interface NewLink extends Partial<LinkSettings> {
  account_id: string
  domain: LinkDomain
  /** null: a code is generated. */
  alias: string | null
  code_length?: number
  /** Rather an own link with the same destination and everything else that is said here. */
  find_if_exists?: boolean
  url: string
}
