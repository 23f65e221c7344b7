import {
  emptyReportPage,
  longestNote,
  noReportsPage,
  type ReportReason,
  reportedPage,
  reportPage,
  reportReasons,
  tooManyReportsPage,
} from '#core/pages/report-pages.ts'
import { parseShortUrl } from '#core/parse-short-url.ts'
import { clientNetwork, cutAddress, widerNetwork } from '#core/visits/address.ts'
import { createSubjectHash } from '#model/limits/hash-subject.ts'
import type { RequestCounter } from '#model/limits/request-counter.ts'
import { storeReport } from '#model/safety/visitor-reports.ts'
import type { AddressRanges } from '#runtime/address-ranges.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Page } from '../pages/page-answer.ts'
import type { Exchange } from '../transport/exchange.ts'
import type { Resolution } from './known-link.ts'
import { readAddress, readTarget } from './read-visit.ts'
import type { LinkResolver } from './resolve-link.ts'

/** Reserved on every host. A link that had this slug before keeps it. */
export const reportPath = '/report'

/** Reports of one network per hour, of a /48 of IPv6, in which one client can have 65,536 networks, and of all. */
const mostOfNetwork = 5
const mostOfWider = 20
const mostOfInstallation = 500
const hourMs = 3_600_000

interface Parts {
  sql: Sql
  config: Config
  resolver: LinkResolver
  requestCounter: RequestCounter
  /** The proxies whose X-Forwarded-For is trusted; null if there are none. */
  proxies: AddressRanges | null
}

/** Takes reports of links from visitors. Their IP addresses are hashed to count them, and stored without their last part. */
export class ReportDesk {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The form is on every host, unless a link there has had this slug since before it was reserved. */
  isFor(exchange: Exchange, link: Resolution): boolean {
    const isTaken = link !== null && link !== 'deleted'
    return exchange.path === reportPath && !isTaken && this.#parts.resolver.isServed(readTarget(exchange).host)
  }

  /** The page that follows. A page instead of a form is the one for a body that did not arrive. */
  async take(exchange: Exchange, form: URLSearchParams | Page, now: number): Promise<Page> {
    if (!(form instanceof URLSearchParams)) return form
    const { sql, resolver, proxies } = this.#parts
    const address = readAddress(exchange, proxies)
    const url = form.get('url') ?? ''
    if (url === '') return emptyReportPage
    // A page of another site could make all its visitors send reports. They get the form instead.
    if (exchange.header('sec-fetch-site') === 'cross-site') return reportPage({ url })
    const parts = parseShortUrl(url)
    const reason = readReason(form.get('reason'))
    const refuse = (problem: string) => reportPage({ url, reason, note: form.get('note') ?? '', problem })
    if (parts === null) return refuse('Enter a short link, such as go.example.com/sale.')
    // Links that do not exist count too, because slugs could be guessed here.
    if (!(await this.#isAllowed(address, now))) return tooManyReportsPage
    const link = await resolver.resolve(parts, now, () => true)
    if (link === null || link === 'deleted') return refuse('This link does not exist. Check it for typos.')
    const outcome = await storeReport(sql, {
      link_id: link.link_id,
      reason,
      note: readNote(form.get('note')),
      network: cutAddress(address),
    })
    return outcome === 'full' ? noReportsPage : reportedPage
  }

  async #isAllowed(address: string, now: number): Promise<boolean> {
    const { config, requestCounter } = this.#parts
    const factor = config.RATE_LIMIT_FACTOR
    if (factor === 0) return true
    const hash = await createSubjectHash(this.#parts, now)
    const quota = (name: string, most: number) => ({
      key: `rate:{reports}:${name}`,
      limit: Math.max(1, Math.floor(most * factor)),
      windowMs: hourMs,
    })
    const wider = widerNetwork(address)
    const { isAllowed } = await requestCounter.take([
      ...(wider === null ? [] : [quota(hash('report', wider), mostOfWider)]),
      quota(hash('report', clientNetwork(address)), mostOfNetwork),
      quota('all', mostOfInstallation),
    ])
    return isAllowed
  }
}

const readReason = (value: string | null): ReportReason =>
  value !== null && Object.hasOwn(reportReasons, value) ? (value as ReportReason) : 'other'

/** Without characters that Postgres cannot store, or that would disturb a terminal. */
function readNote(value: string | null): string | null {
  const note = (value ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestNote)
    .replace(/\p{Surrogate}/gu, '')
  return note === '' ? null : note
}
