import { emptyReportPage } from '#core/pages/report-pages.ts'
import { decide } from '#core/visits/decide.ts'
import type { AddressRanges } from '#runtime/address-ranges.ts'
import type { Log } from '#runtime/log.ts'
import type { HostRecord } from '#schemas/link-record.ts'
import type { DomainApps } from '../apps/domain-apps.ts'
import type { ClickRecorder } from '../clicks/record-click.ts'
import { tellClick } from '../clicks/tell-click.ts'
import type { BrandedPages } from '../pages/branded-pages.ts'
import { expiredAnswer, notFoundAnswer } from '../pages/domain-pages.ts'
import { isPage, type Page } from '../pages/page-answer.ts'
import { methodNotAllowed, tooManyPage, unavailablePage } from '../pages/pages.ts'
import type { Exchange, VisitHeader } from '../transport/exchange.ts'
import { type Answer, noAnswers } from './answer.ts'
import { isCountedFirst } from './click-limit.ts'
import type { LinkFinder } from './find-link.ts'
import { answerOf, currentLink, isSpecial, type KnownLink, type Resolution } from './known-link.ts'
import { readForm } from './read-form.ts'
import { comesByProxy, readPreviewTarget, readTarget, readVisitor, type Target } from './read-visit.ts'
import type { LinkResolver } from './resolve-link.ts'
import { type Moment, type SpecialLink, type SpecialVisit, takesPassword, withReferrer } from './special-visit.ts'
import type { Ruling, SpecialVisits } from './special-visits.ts'
import { type ReportDesk, reportPath } from './take-report.ts'
import { OverBudget, Unavailable } from './unavailable.ts'
import type { VisitClock } from './visit-clock.ts'

const notFound = { kind: 'not-found' } as const

interface VisitParts {
  resolver: LinkResolver
  apps: DomainApps
  links: LinkFinder
  pages: BrandedPages
  special: SpecialVisits
  reports: ReportDesk
  clicks: ClickRecorder
  clock: VisitClock
  /** The proxies whose X-Forwarded-For is trusted; null if there are none. */
  proxies: AddressRanges | null
  /** Responses to the redirector's own paths. */
  ownPaths: Map<string, () => Answer>
  log: Log
}

/** Handles a visit: read -> resolve -> decide -> record -> respond. Nothing is awaited if the link is in memory. */
export class VisitHandler {
  /** Number of responses by kind. */
  readonly answered = { ...noAnswers }
  /** Number of visits waiting for a store. */
  waiting = 0
  readonly #parts: VisitParts

  constructor(parts: VisitParts) {
    this.#parts = parts
  }

  handle(exchange: Exchange): void {
    try {
      this.#handle(exchange)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  #handle(exchange: Exchange): void {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return this.#handleOther(exchange)
    const own = this.#parts.ownPaths.get(exchange.path)
    if (own !== undefined) return exchange.answer(own())
    const target = readTarget(exchange)
    if (target.code === null) return this.#handleOtherPath(exchange, target)
    const now = this.#now()
    const known = this.#parts.resolver.peek(target, now)
    if (known !== undefined) return this.#finish(exchange, known.value, now)
    this.#waitFor(exchange, target, now, (link) => this.#finish(exchange, link, this.#now()))
  }

  /** A path that no link can have. A link's path followed by a plus sign requests a preview. */
  #handleOtherPath(exchange: Exchange, target: Target): void {
    const now = this.#now()
    const preview = readPreviewTarget(exchange)
    if (preview !== null) return this.#waitFor(exchange, preview, now, (link) => this.#showPreview(exchange, link))
    this.#waitFor(exchange, target, now, () => this.#answerOtherPath(exchange, target.host))
  }

  /** Responds with a file that names the apps of a domain, the only files on the hosts of links. */
  async #answerOtherPath(exchange: Exchange, host: string): Promise<void> {
    const { resolver, apps } = this.#parts
    const file = resolver.isServed(host) ? await apps.readFile(exchange.path, host, this.#now()) : null
    return file === null ? this.#answerNotFound(exchange, null, this.#now()) : exchange.answer(file)
  }

  /** A POST contains the password of a link, or a report. */
  #handleOther(exchange: Exchange): void {
    const target = readTarget(exchange)
    if (exchange.method !== 'POST' || target.code === null) return exchange.answer(methodNotAllowed)
    const now = this.#now()
    this.#suspend(exchange)
    const form = readForm(exchange, exchange.path === reportPath)
    const known = this.#parts.resolver.peek(target, now)
    const link = known?.value ?? this.#parts.links.find(exchange, target, now, (found) => found)
    this.#follow(exchange, this.#takeForm(exchange, target.code, link, form))
  }

  #waitFor(exchange: Exchange, target: Target, now: number, finish: (link: Resolution) => void | Promise<void>): void {
    const known = this.#parts.resolver.peek(target, now)
    this.#suspend(exchange)
    if (known !== undefined) return this.#follow(exchange, Promise.resolve(known.value).then(finish))
    this.#follow(exchange, this.#parts.links.find(exchange, target, now, finish))
  }

  /** Prepares the exchange for a later response. */
  #suspend(exchange: Exchange): void {
    exchange.keep(comesByProxy(exchange, this.#parts.proxies))
    exchange.hold()
  }

  /** Completes a visit that needs an asynchronous response. */
  #follow(exchange: Exchange, visit: Promise<void>): void {
    this.waiting++
    visit.then(
      () => {
        this.waiting--
      },
      (error: unknown) => {
        this.waiting--
        this.#fail(exchange, error)
      },
    )
  }

  #finish(exchange: Exchange, found: Resolution, now: number): void {
    const link = isSpecial(found) ? currentLink(found, now) : found
    if (isSpecial(link)) return this.#finishSpecial(exchange, link, now)
    if (link === null || link === 'deleted') return this.#answerNotFound(exchange, link, now)
    const query = exchange.query()
    const decision = decide(link, query, now)
    // Only special links are locked or in quarantine.
    const isOpen = decision.kind !== 'locked' && decision.kind !== 'quarantined'
    this.#carryOut(exchange, link, isOpen ? decision : notFound, { query, now })
  }

  #finishSpecial(exchange: Exchange, link: KnownLink & SpecialLink, now: number): void {
    const visit = this.#readSpecial(exchange, link, now)
    const ruling = this.#parts.special.rule(visit)
    if (!(ruling instanceof Promise)) return this.#carryOut(exchange, link, ruling, visit)
    this.#suspend(exchange)
    this.#follow(
      exchange,
      ruling.then((late) => this.#carryOut(exchange, link, late, { query: visit.query, now: this.#now() })),
    )
  }

  #readSpecial(exchange: Exchange, link: SpecialLink, now: number): SpecialVisit {
    const visitor = readVisitor(exchange, this.#parts.proxies)
    const header = (name: VisitHeader) => exchange.header(name)
    return { link, visitor, method: exchange.method, query: exchange.query(), header, now }
  }

  async #takeForm(
    exchange: Exchange,
    code: string,
    finding: Resolution | Promise<Resolution>,
    submitted: Promise<URLSearchParams | Page>,
  ): Promise<void> {
    const [form, found] = await Promise.all([submitted, finding])
    const now = this.#now()
    const link = currentLink(found, now)
    const { reports } = this.#parts
    if (reports.isFor(exchange, link)) return this.#answer(exchange, 'report', await reports.take(exchange, form, now))
    if (link === null && this.#parts.links.refusesGuess(exchange, now))
      return this.#answer(exchange, 'too-many', tooManyPage)
    if (!isSpecial(link) || !takesPassword(link)) return exchange.answer(methodNotAllowed)
    if (!(form instanceof URLSearchParams)) return this.#answer(exchange, 'locked', form)
    const password = form.get('password') ?? ''
    const visit = withReferrer(this.#readSpecial(exchange, link, now), form.get('referrer') ?? '')
    const ruling = await this.#parts.special.unlock(visit, { code, password })
    const referrer = visit.header('referer')
    this.#carryOut(exchange, link, ruling, { query: visit.query, now: this.#now(), referrer })
  }

  async #showPreview(exchange: Exchange, found: Resolution): Promise<void> {
    const now = this.#now()
    const link = currentLink(found, now)
    if (link === null || link === 'deleted') return this.#answerNotFound(exchange, link, now)
    const preview = await this.#parts.special.preview(link, exchange.header('user-agent'), now)
    if (preview.kind === 'not-found') return this.#answerNotFound(exchange, link, this.#now())
    this.#answer(exchange, preview.counted, preview.answer)
  }

  /** Records the click, then responds. */
  #carryOut(exchange: Exchange, link: KnownLink, ruling: Ruling, { query, now, referrer }: Moment): void {
    if (ruling.kind === 'expired') {
      const url = ruling.url ?? this.#domainOf(exchange)?.expired_url ?? null
      return this.#answer(exchange, 'expired', expiredAnswer(url))
    }
    if (ruling.kind === 'page') return this.#answer(exchange, ruling.counted, ruling.answer)
    const answer = ruling.kind === 'not-found' ? null : answerOf(link, ruling)
    if (ruling.kind === 'not-found' || answer === null) return this.#answerNotFound(exchange, link, now)
    if (!link.tracking_enabled) return this.#answer(exchange, ruling.kind, answer)
    // The visitor left before the redirect, so there is no click, unless it has been counted.
    if (exchange.isOver && !isCountedFirst(link)) return
    // The brand of a page depends on the host of the visit, which a redirect does not need.
    if (isPage(answer)) this.#suspend(exchange)
    else exchange.hold()
    // Recorded before the response, so that a click that got a response is never lost.
    const { url, variant_id, rule_id } = ruling
    const click = { clicked_at: now, query, url, variant_id, rule_id, referrer }
    this.#parts.clicks.record(exchange, link, click, (batchId, index) => {
      const told = variant_id === undefined ? null : tellClick(link, ruling, batchId, index)
      this.#answer(exchange, ruling.kind, told ?? answer)
    })
  }

  /** Closed and deleted links are not guesses: a whole office may open an old link. */
  #answerNotFound(exchange: Exchange, link: Resolution, now: number): void {
    if (this.#parts.reports.isFor(exchange, link)) return this.#answer(exchange, 'report', emptyReportPage)
    if (link === null && this.#parts.links.refusesGuess(exchange, now)) {
      return this.#answer(exchange, 'too-many', tooManyPage)
    }
    this.#answer(exchange, ...notFoundAnswer(this.#domainOf(exchange), { path: exchange.path, link, now }))
  }

  #domainOf(exchange: Exchange): HostRecord | null {
    return this.#parts.resolver.domainOf(readTarget(exchange).host)
  }

  /** No store was available, or an internal error occurred, which must only fail this visit. */
  #fail(exchange: Exchange, error: unknown): void {
    const { log } = this.#parts
    if (error instanceof OverBudget) return this.#answer(exchange, 'too-many', tooManyPage)
    if (error instanceof Unavailable) log.debug({ err: error }, 'a visit could not be resolved')
    else log.error({ err: error }, 'a visit failed')
    this.#answer(exchange, 'unavailable', unavailablePage)
  }

  #answer(exchange: Exchange, kind: keyof typeof this.answered, answer: Answer | Page): void {
    this.answered[kind]++
    if (!isPage(answer)) return exchange.answer(answer)
    const page = this.#parts.pages.render(answer, readTarget(exchange).host, this.#now())
    if (!(page instanceof Promise)) return exchange.answer(page)
    this.#suspend(exchange)
    this.#follow(exchange, page.then(exchange.answer.bind(exchange)))
  }

  #now(): number {
    return this.#parts.clock.now()
  }
}
