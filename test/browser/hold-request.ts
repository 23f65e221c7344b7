import type { Page } from 'playwright-core'
import { signal } from '../stack/signal.ts'

interface HeldRequest {
  /** Resolves once the browser has sent it; for a response, once the API has carried it out. */
  sent: Promise<void>
  /** Lets it continue. */
  release: () => Promise<void>
}

/** Holds the first request of the page that matches. Later ones continue. */
export async function holdRequest(page: Page, method: string, path: string): Promise<HeldRequest> {
  const [sent, released] = [signal(), signal()]
  let isHeld = false
  await page.route(path, async (route) => {
    if (route.request().method() !== method || isHeld) return await route.fallback()
    isHeld = true
    sent.give()
    await released.given
    await route.fallback()
  })
  return {
    sent: sent.given,
    async release() {
      released.give()
      await page.unroute(path)
    },
  }
}

/** Holds the first response that matches. Later ones continue. */
export async function holdResponse(page: Page, path: string): Promise<HeldRequest> {
  const [sent, released] = [signal(), signal()]
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch()
      sent.give()
      await released.given
      // The page may have aborted the request.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  return {
    sent: sent.given,
    release: async () => released.give(),
  }
}
