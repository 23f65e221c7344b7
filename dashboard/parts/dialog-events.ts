/**
 * For `onOpenAutoFocus` of a dialog over another one, which has taken the focus back by then. Radix would give it to the close
 * button.
 */
export function focusFirstField(event: Event): void {
  const { target } = event
  const field = target instanceof Element ? target.querySelector<HTMLElement>('[data-autofocus="true"]') : null
  if (field === null) return
  event.preventDefault()
  field.focus()
}

/** For `onEscapeKeyDown`: an Escape that cancels the text of an input method does not close the dialog. */
export function keepDuringConversion(event: KeyboardEvent): void {
  if (isOfInputMethod(event)) event.preventDefault()
}

/** Safari ends the composition before it sends the key, and marks the key by this code. */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
