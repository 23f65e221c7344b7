/** A key to press; for who has a keyboard. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden h-5 min-w-5 items-center justify-center rounded border border-current/40 px-1 font-sans text-[11px] md:inline-flex"
  >
    {children}
  </kbd>
)

/** As it stands on this reader's keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
