/** Checkboxes, sliders and the like do not use letters, so shortcuts work while they have the focus. */
const typedInto = `textarea, select, input:not(${['checkbox', 'radio', 'range', 'color', 'file'].map((type) => `[type="${type}"]`).join()})`

/** Whether a key is input for the focused field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typedInto))

/** Dialogs and menus handle keys themselves: a menu selects its items by their first letter. */
export const isOverlayOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
