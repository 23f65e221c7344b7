/**
 * For `onOpenAutoFocus` of a dialog over another one, which has taken the focus back by then. Radix would give it to the close
 * button.
 */
export function focusFirstField(event: Event): void {
  const { target } = event
  const field = target instanceof Element ? target.querySelector<HTMLElement>('[data-autofocus]') : null
  if (field === null) return
  event.preventDefault()
  field.focus()
}

/** For `onEscapeKeyDown`: an Escape that takes back a conversion of an input method does not close the dialog. */
export function keepDuringConversion(event: KeyboardEvent): void {
  if (event.isComposing) event.preventDefault()
}
