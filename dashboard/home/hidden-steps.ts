const nameOf = (accountId: string) => `first-steps ${accountId}`

/** Whether this reader has put the list away, or seen it through. */
export function areStepsHidden(accountId: string): boolean {
  try {
    return localStorage.getItem(nameOf(accountId)) === 'hidden'
  } catch {
    // Storage may be forbidden: then the list hides itself once all is done.
    return false
  }
}

export function hideSteps(accountId: string): void {
  try {
    localStorage.setItem(nameOf(accountId), 'hidden')
  } catch {
    // It is hidden for as long as the page is open.
  }
}

export function showStepsAgain(accountId: string): void {
  try {
    localStorage.removeItem(nameOf(accountId))
  } catch {
    // Nothing was kept either.
  }
}
