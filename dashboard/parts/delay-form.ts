/** By form, what its values wait for. Each promise resolves to whether it succeeded. */
const waits = new WeakMap<HTMLFormElement, Set<Promise<boolean>>>()

/** The form is not sent before this has ended, such as an upload, and not at all if it fails. */
export function delayForm(form: HTMLFormElement | null | undefined, work: Promise<boolean>): void {
  if (!form) return
  const all = waits.get(form) ?? new Set()
  waits.set(form, all.add(work))
  void work.finally(() => all.delete(work))
}

export const isDelayed = (form: HTMLFormElement): boolean => (waits.get(form)?.size ?? 0) > 0

/** Resolves to whether the form is complete. */
export async function untilComplete(form: HTMLFormElement): Promise<boolean> {
  // More work may begin meanwhile. Values that arrived are shown before the form is sent.
  while (isDelayed(form)) {
    const ended = await Promise.all([...(waits.get(form) ?? [])])
    if (!ended.every(Boolean)) return false
    await new Promise((resolve) => setTimeout(resolve))
  }
  return true
}
