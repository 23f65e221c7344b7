/** A keyboard shortcut; hidden on small screens. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden h-5 min-w-5 items-center justify-center rounded border border-current/40 px-1 font-sans text-[11px] md:inline-flex"
  >
    {children}
  </kbd>
)

/** The name of the key on the user's keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
