/** Focuses the element, unless it is gone or another one has the focus. */
export function giveFocus(element: Element | null): void {
  const isTaken = document.activeElement !== document.body
  if (!isTaken && element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}
