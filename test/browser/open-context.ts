import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core'

export interface OpenContext {
  context: BrowserContext
  /** Requests to any host but our own two; there must be none. */
  strays: string[]
  /** Errors in the browser's console: script errors and content security policy violations. */
  complaints: string[]
  /** Requests that have no complete response yet. */
  openRequests: ReadonlySet<Request>
  newPage(size?: keyof typeof sizes): Promise<Page>
}

/** Limit for actions of a page; a busy machine took over 15 s for the first page of an installation. */
const actionMs = 30_000
/** Each request waits for a random time up to this, which fails tests that depend on the order of two responses. */
const delayMs = Number(process.env['DELAY_REQUESTS_MS'] ?? 0)

export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } }

/** A context of the browser that notes requests to other origins than these. */
export async function openContext(browser: Browser, own: string[]): Promise<OpenContext> {
  const [strays, complaints]: [string[], string[]] = [[], []]
  const openRequests = new Set<Request>()
  const context = await browser.newContext({ viewport: sizes.wide, reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  context.on('requestfinished', (request) => openRequests.delete(request))
  context.on('requestfailed', (request) => openRequests.delete(request))
  context.on('request', (request) => {
    openRequests.add(request)
    if (!own.includes(new URL(request.url()).origin)) strays.push(request.url())
  })
  if (delayMs > 0) await context.route('**', delay)
  async function newPage(size: keyof typeof sizes = 'wide'): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(actionMs)
    await page.setViewportSize(sizes[size])
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // Includes the URL, since the text alone does not name the failed resource.
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
    return page
  }
  return { context, strays, complaints, openRequests, newPage }
}

async function delay(route: Route): Promise<void> {
  await setTimeout(Math.random() * delayMs)
  // The page may have left in the meantime.
  await route.fallback().catch(() => undefined)
}
