let holds = 0
let waiting: (() => void) | null = null

/** Leaves or reloads the page, but not before a secret that is shown only once has been seen. */
export function leavePage(go: () => void): void {
  if (holds === 0) go()
  else waiting = go
}

/**
 * Opens another page after a request that makes the API refuse those of this page. A refusal must not reload this page instead,
 * before the other one has loaded.
 */
export async function leaveAfter(request: () => Promise<unknown>, url: string): Promise<void> {
  const release = holdPage()
  try {
    await request()
  } catch (error) {
    release()
    throw error
  }
  // The browser may show this page again, from its memory.
  addEventListener('pageshow', release, { once: true })
  location.assign(url)
}

/** Puts off leaving, until the returned function is called. */
export function holdPage(): () => void {
  holds += 1
  return () => {
    holds -= 1
    // Another dialog may follow at once.
    setTimeout(() => {
      const go = waiting
      if (holds > 0 || go === null) return
      waiting = null
      go()
    })
  }
}
