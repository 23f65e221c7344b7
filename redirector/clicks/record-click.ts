import { agentLine, asLink, clickLine, linkLine } from '#core/clicks/batch-text.ts'
import { cutAddress } from '#core/visits/address.ts'
import type { AddressRanges } from '#runtime/address-ranges.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import type { Exchange } from '../transport/exchange.ts'
import { type Agent, Agents } from '../visit/agents.ts'
import { headerText, lineText } from '../visit/header-text.ts'
import { readAddress, readPurpose } from '../visit/read-visit.ts'
import type { ClickSpool, OnWritten } from './click-spool.ts'
import type { VisitorIds } from './visitor-id.ts'

interface RecorderParts {
  spool: ClickSpool
  visitorIds: VisitorIds
  /** The proxies whose X-Forwarded-For is trusted; null if there are none. */
  proxies: AddressRanges | null
}

/** The result of a visit. */
interface Outcome {
  clicked_at: number
  query: string
  url: string
  variant_id: string | undefined
  rule_id: string | undefined
  /** Instead of the header of the request; undefined for almost every visit. */
  referrer?: string | undefined
}

/** Writes clicks to the spool. They contain nothing that identifies a person. */
export class ClickRecorder {
  readonly #parts: RecorderParts
  readonly #agents = new Agents()

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /** Calls back once the click is safe from a process crash or has been counted as lost. */
  record(exchange: Exchange, link: LinkRecord, outcome: Outcome, onWritten: OnWritten): void {
    const { spool, visitorIds, proxies } = this.#parts
    const { clicked_at, query, url, variant_id, rule_id, referrer } = outcome
    const address = readAddress(exchange, proxies)
    const agent = this.#agents.find(exchange.header('user-agent'))
    const line = clickLine({
      clicked_at,
      link: spool.share(link, lineOfLink),
      agent: spool.share(agent, lineOfAgent),
      test_id: variant_id === undefined ? '' : (link.extras?.test?.id ?? ''),
      variant_id: variant_id ?? '',
      rule_id: rule_id ?? '',
      visitor_id: visitorIds.find({ address, user_agent: agent.text }, link.account_id, clicked_at),
      ip_prefix: cutAddress(address),
      method: exchange.method,
      purpose: headerText(readPurpose(exchange), rawClickLimits.purpose),
      language: headerText(exchange.header('accept-language'), rawClickLimits.language),
      referrer: headerText(referrer ?? exchange.header('referer'), rawClickLimits.referrer),
      query: lineText(query, rawClickLimits.query),
      destination_url: url === link.url ? asLink : lineText(url, rawClickLimits.destination_url),
    })
    spool.write(line, onWritten)
  }
}

const lineOfLink = (number: number, { account_id, link_id, qr_code_id, url }: LinkRecord): string =>
  linkLine(number, {
    account_id,
    link_id,
    qr_code_id: qr_code_id ?? '',
    destination_url: lineText(url, rawClickLimits.destination_url),
  })

const lineOfAgent = (number: number, { text }: Agent): string => agentLine(number, text)
