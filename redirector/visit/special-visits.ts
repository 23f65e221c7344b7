import { setTimeout as sleep } from 'node:timers/promises'
import { contentPage, fileQuery } from '#core/pages/content-page.ts'
import {
  expiredPage,
  limitedPreviewPage,
  lockedPageFrom,
  lockedPreviewPage,
  previewPage,
  quarantinedPage,
  wrongPasswordPageFrom,
} from '#core/pages/visitor-pages.ts'
import { clientNetwork, cutAddress } from '#core/visits/address.ts'
import { type Decision, decide, type VisitorTraits } from '#core/visits/decide.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import type { AppsRecord } from '#schemas/link-record.ts'
import { openApp } from '../apps/open-app.ts'
import type { VisitorIds } from '../clicks/visitor-id.ts'
import { contentFile } from '../pages/content-file.ts'
import type { Page } from '../pages/page-answer.ts'
import { cardPage, tooManyPasswordsPage } from '../pages/pages.ts'
import type { Answer, HeaderValue, Redirect } from './answer.ts'
import { PasswordChecker } from './check-password.ts'
import { classifyAgent } from './classify-agent.ts'
import { admitVisit, countsAsClick, type LimitedLink } from './click-limit.ts'
import type { FactGatherer, Gathered } from './gather-facts.ts'
import { referrerOf, type SpecialLink, type SpecialVisit } from './special-visit.ts'
import { holdsUnlockCookie, writeUnlockCookie } from './unlock-cookie.ts'

/** What to do with a visit: the decision of the link's rules, or another outcome. */
export type Ruling =
  | Exclude<Decision, { kind: 'redirect' | 'locked' | 'quarantined' }>
  | ({ kind: 'redirect' } & Redirect)
  /** Shown instead of a redirect to this URL, and recorded like one. */
  | { kind: 'card' | 'content'; url: string; answer: Page; variant_id?: undefined; rule_id?: undefined }
  | { kind: 'app'; url: string; answer: Answer | Page; variant_id?: undefined; rule_id?: undefined }
  | { kind: 'page'; counted: 'locked' | 'card' | 'content' | 'too-many' | 'quarantined'; answer: Answer | Page }

/** The preview of a link. */
type Preview = { kind: 'not-found' } | { kind: 'page'; counted: 'preview' | 'expired' | 'quarantined'; answer: Page }

type OpenDecision = Extract<Decision, { kind: 'redirect' }>

/** The visitor, and the cookie of a password that was just entered. */
interface Traits extends VisitorTraits {
  cookie?: HeaderValue
}

interface Parts {
  sql: Sql
  redis: Redis
  visitorIds: VisitorIds
  facts: FactGatherer
  /** The apps of a host. */
  apps: { findSoon: (host: string, now: number) => AppsRecord | null | Promise<AppsRecord | null> }
  /** True if cookies are restricted to https. */
  secure: boolean
  /** Aborted when the process stops. */
  stopping: AbortSignal
}

/** Visits to links with a password, a click limit, a social preview, or QR code content. */
export class SpecialVisits {
  readonly #parts: Parts
  readonly #passwords: PasswordChecker

  constructor(parts: Parts) {
    this.#parts = parts
    this.#passwords = new PasswordChecker(parts.redis, (ms) => sleep(ms, undefined, { signal: parts.stopping }))
  }

  /** Asynchronous only if a click must be counted first, or a rule has to wait. It may then reject with Unavailable. */
  rule(visit: SpecialVisit): Ruling | Promise<Ruling> {
    const { link, visitor, header, now } = visit
    const { password_hash, og } = link.extras
    const unlocked = password_hash !== undefined && holdsUnlockCookie({ link, password_hash }, header('cookie'), now)
    const traits = { address: visitor.address, user_agent: visitor.user_agent, unlocked }
    const decision = decide(link, visit.query, now, traits)
    if (decision.kind === 'quarantined') return stopped
    if (decision.kind === 'not-found' || decision.kind === 'expired') return decision
    if (og !== undefined && classifyAgent(visitor.user_agent).bot_reason === 'link-preview') {
      return showCard(decision, cardPage(og))
    }
    if (decision.kind === 'redirect') return this.#redirect(visit, decision, traits)
    return this.#withinLimit(visit, { kind: 'page', counted: 'locked', answer: lockedPageFrom(referrerOf(visit)) })
  }

  /** Handles a submitted password. The click counts now, and the cookie unlocks later visits. */
  async unlock(visit: SpecialVisit, { code, password }: { code: string; password: string }): Promise<Ruling> {
    const { link, visitor, now } = visit
    const { password_hash } = link.extras
    const traits = { address: visitor.address, user_agent: visitor.user_agent, unlocked: true }
    const decision = decide(link, visit.query, now, traits)
    if (decision.kind === 'quarantined') return stopped
    if (decision.kind === 'locked' || password_hash === undefined) return { kind: 'not-found' }
    if (decision.kind !== 'redirect') return decision
    // The IP address itself must not leave this process.
    const hide = (address: string) => this.#parts.visitorIds.find({ address, user_agent: '' }, link.link_id, now)
    const client = hide(clientNetwork(visitor.address))
    const network = hide(cutAddress(visitor.address))
    const verdict = await this.#passwords.check({ link_id: link.link_id, password_hash, client, network, password })
    if (verdict === 'too-many') return { kind: 'page', counted: 'too-many', answer: tooManyPasswordsPage }
    if (verdict === 'wrong')
      return { kind: 'page', counted: 'locked', answer: wrongPasswordPageFrom(referrerOf(visit)) }
    const { secure } = this.#parts
    return await this.#redirect(visit, decision, {
      ...traits,
      cookie: writeUnlockCookie({ link, password_hash }, { code, secure, now }),
    })
  }

  /** The decision of an open link, with its targeting rules if it has some. Content has no destination to choose. */
  #redirect(visit: SpecialVisit, decision: OpenDecision, traits: Traits): Ruling | Promise<Ruling> {
    const { rules, content } = visit.link.extras
    if (rules === undefined || content !== undefined) {
      return this.#withinLimit(visit, this.#carryOut(visit, decision, traits.cookie))
    }
    const gathered = this.#parts.facts.gather(visit, rules)
    return gathered instanceof Promise
      ? gathered.then((late) => this.#byRules(visit, late, traits))
      : this.#byRules(visit, gathered, traits)
  }

  #byRules(visit: SpecialVisit, { facts, admitted }: Gathered, traits: Traits): Ruling | Promise<Ruling> {
    const { link, query, now } = visit
    if (admitted === false) return limitReached(link)
    const decision = decide(link, query, now, { ...traits, facts })
    const ruling = decision.kind === 'redirect' ? this.#carryOut(visit, decision, traits.cookie) : notFound
    return admitted === true ? ruling : this.#withinLimit(visit, ruling)
  }

  /** An app opens once the apps of the domain are known, which are usually in memory. */
  #carryOut(visit: SpecialVisit, decision: OpenDecision, cookie?: HeaderValue): Ruling | Promise<Ruling> {
    const { without_app } = decision
    if (without_app === undefined || visit.link.extras.content !== undefined) {
      return showOrRedirect(visit, decision, cookie)
    }
    const show = (apps: AppsRecord | null): Ruling => ({
      kind: 'app',
      url: decision.url,
      answer: openApp({ ...redirectBy(decision, cookie), without_app }, visit.visitor.user_agent, apps),
    })
    const apps = this.#parts.apps.findSoon(hostWithoutPort(visit.header('host')), visit.now)
    return apps instanceof Promise ? apps.then(show) : show(apps)
  }

  /** Never redirects or counts, so it hides the destination of a link with a click limit. May reject with Unavailable. */
  async preview(link: LimitedLink, user_agent: string, now: number): Promise<Preview> {
    const decision = decide(link, '', now, { address: null, user_agent, unlocked: false })
    if (decision.kind === 'quarantined') return stopped
    if (decision.kind === 'not-found') return decision
    const limit = link.extras?.limit
    const isOpen = limit === undefined || (await admitVisit(this.#parts, link, limit, false))
    if (decision.kind === 'expired' || !isOpen) return { kind: 'page', counted: 'expired', answer: expiredPage }
    if (decision.kind === 'locked') return { kind: 'page', counted: 'preview', answer: lockedPreviewPage }
    const answer = limit === undefined ? previewOf(link, decision.without_app ?? decision.url) : limitedPreviewPage
    return { kind: 'page', counted: 'preview', answer }
  }

  /** Only visits that are not classified as bots count toward the limit. A reached limit closes the link for everyone. */
  #withinLimit(visit: SpecialVisit, ruling: Ruling | Promise<Ruling>): Ruling | Promise<Ruling> {
    const { link, visitor, method } = visit
    const { limit } = link.extras
    if (limit === undefined) return ruling
    if (ruling instanceof Promise) return ruling.then((late) => this.#withinLimit(visit, late))
    const counts = ['redirect', 'content', 'app'].includes(ruling.kind) && countsAsClick(method, visitor)
    return admitVisit(this.#parts, link, limit, counts).then((admitted) => (admitted ? ruling : limitReached(link)))
  }
}

const notFound = { kind: 'not-found' } as const
/** No click: nobody gets to the destination. */
const stopped = { kind: 'page', counted: 'quarantined', answer: quarantinedPage } as const

const limitReached = ({ extras }: SpecialLink): Ruling => ({ kind: 'expired', url: extras.expired_url ?? null })

const showOrRedirect = (visit: SpecialVisit, decision: OpenDecision, cookie?: HeaderValue): Ruling =>
  showContent(visit, decision.url, cookie) ?? redirectBy(decision, cookie)

/** With a cookie, a form with the password was sent. */
const redirectBy = (decision: OpenDecision, cookie?: HeaderValue) =>
  cookie === undefined ? decision : { ...decision, status: 303 as const, cookie }

/** Content without a destination is shown and counts like a redirect. Downloading its file does not count again. */
function showContent({ link, query }: SpecialVisit, url: string, cookie?: HeaderValue): Ruling | undefined {
  const { content } = link.extras
  if (content === undefined) return undefined
  const file = query === fileQuery && cookie === undefined ? contentFile(content) : null
  if (file !== null) return { kind: 'page', counted: 'content', answer: file }
  // The visitor who uses up the click limit can still save the contact.
  const page: Page = contentPage(content, { containsFile: link.extras.limit !== undefined })
  return { kind: 'content', url, answer: cookie === undefined ? page : { ...page, headers: [['Set-Cookie', cookie]] } }
}

/** Crawlers see the card even if the link is locked: the owner wrote it for everyone. */
function showCard(decision: Extract<Decision, { kind: 'redirect' | 'locked' }>, answer: Page): Ruling {
  if (decision.kind === 'locked') return { kind: 'page', counted: 'card', answer }
  return { kind: 'card', url: decision.url, answer }
}

/** A preview shows the content of a code and, like every preview, does not count as a click. */
function previewOf({ extras }: LimitedLink, url: string): Page {
  // The preview has no further paths: the file of a contact is in the page.
  return extras?.content === undefined ? previewPage(url) : contentPage(extras.content, { containsFile: true })
}
