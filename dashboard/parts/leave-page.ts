let holds = 0
let waiting: (() => void) | null = null

/** Leaves or reloads the page, but not before a secret that is shown only once has been seen. */
export function leavePage(go: () => void): void {
  if (holds === 0) go()
  else waiting = go
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
