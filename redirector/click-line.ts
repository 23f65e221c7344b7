import { cutAddress } from '#core/visits/address.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import type { Visitor } from './read-visit.ts'

export interface Click {
  clicked_at: number
  visitor_id: string
  method: string
  query: string
  destination_url: string
  variant_id?: string | undefined
}

const purposeLimit = 64

/** The raw click as one TSV line, in the order of rawClickColumns. Nothing in it identifies a person. */
export function clickLine(link: LinkRecord, visitor: Visitor, click: Click): string {
  const { user_agent, language, referrer, query, destination_url } = rawClickLimits
  const test_id = click.variant_id === undefined ? '' : (link.extras?.test?.id ?? '')
  return `${click.clicked_at}\t${link.account_id}\t${link.link_id}\t${link.qr_code_id ?? ''}\t${test_id}\t${click.variant_id ?? ''}\t${click.visitor_id}\t${cutAddress(visitor.address)}\t${click.method}\t${clean(visitor.purpose, purposeLimit)}\t${clean(visitor.user_agent, user_agent)}\t${clean(visitor.language, language)}\t${clean(visitor.referrer, referrer)}\t${clean(click.query, query)}\t${clean(click.destination_url, destination_url)}`
}

/** What is no control character left out, so \p{Cc}: written like this it takes 0.09 µs for a user agent instead of 0.16. */
const control = /[^\x20-\x7e\xa0-\uffff]/
const controls = /[^\x20-\x7e\xa0-\uffff]/g

/** Tabs and line ends would tear the line apart. */
function clean(text: string, limit: number): string {
  const kept = text.length > limit ? text.slice(0, limit) : text
  return control.test(kept) ? kept.replace(controls, ' ') : kept
}
