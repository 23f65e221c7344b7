/** A box or a slider that was used last takes no letters: it is no reason to be deaf. */
const typedInto = `textarea, select, input:not(${['checkbox', 'radio', 'range', 'color', 'file'].map((type) => `[type="${type}"]`).join()})`

/** Whether a key belongs to the field that the reader is in. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typedInto))

/** What lies over the page has the keys: a menu goes to its entries by their letters. */
export const isOverlayOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
