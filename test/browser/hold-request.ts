import type { Page } from 'playwright-core'

interface HeldRequest {
  /** Resolves once the browser sends it. */
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

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
