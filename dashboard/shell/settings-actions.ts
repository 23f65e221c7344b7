import { Settings2 } from 'lucide-react'
import type { Action } from './palette-actions.ts'

/** What the settings pages contain: the name, the heading of its card, and synonyms for the search. */
const entries = [
  { name: 'Change email', to: '/settings', heading: 'Account', words: 'address sign in login' },
  { name: 'Change password', to: '/settings', heading: 'Account', words: 'security sign in login' },
  {
    name: 'Two-factor authentication',
    to: '/settings',
    heading: 'Two-factor authentication',
    words: '2fa mfa totp code app recovery security sign in',
  },
  { name: 'Passkeys', to: '/settings', heading: 'Passkeys', words: 'webauthn fingerprint security key sign in login' },
  { name: 'Account ID', to: '/settings', heading: 'Account', words: 'copy' },
  { name: 'Time zone', to: '/settings', heading: 'Time zone', words: 'clock date utc' },
  { name: 'Privacy', to: '/settings', heading: 'Privacy', words: 'ip addresses visitors gdpr cookies data retention' },
  { name: 'Plan and usage', to: '/settings', heading: 'Plan and usage', words: 'limits billing quota' },
  { name: 'Sessions', to: '/settings', heading: 'Sessions', words: 'devices sign out browsers security' },
  { name: 'Bookmarklet', to: '/settings', heading: 'Bookmarklet', words: 'browser bookmark extension shorten page' },
  { name: 'Page design', to: '/domains', heading: null, words: 'brand logo color expired not found password pages' },
  { name: 'Mobile apps', to: '/domains', heading: null, words: 'ios android universal app links deep links store' },
  { name: 'Link defaults', to: '/domains', heading: null, words: 'new links options utm' },
  { name: 'Fallback URLs', to: '/domains', heading: null, words: 'root not found expired redirect default domain' },
] as const

/** Time for the page to load before its card is scrolled into view. */
const patienceMs = 3_000

export const settingsActions = (open: (to: '/settings' | '/domains') => Promise<void>): Action[] =>
  entries.map(({ name, to, heading, words }) => ({
    id: `settings ${name}`,
    name,
    note: to === '/settings' ? 'Settings' : 'Domains',
    words: `settings ${words}`,
    Icon: Settings2,
    run: () => void open(to).then(() => (heading === null ? undefined : show(heading))),
  }))

function show(heading: string): void {
  const until = Date.now() + patienceMs
  const look = () => {
    const card = document.querySelector(`main section[aria-label^="${heading}"]`)
    if (card !== null) card.scrollIntoView({ block: 'center' })
    else if (Date.now() < until) requestAnimationFrame(look)
  }
  look()
}
