import { longestDays } from '#model/accounts/sessions.ts'
import type { Config } from '#runtime/config.ts'

/** The session cookie, and those that tie a form, a sign-in that waits for a code, and a sign-in at a provider to a browser. */
type Purpose = 'session' | 'form' | 'ticket' | 'provider'

const names: Record<Purpose, string> = {
  session: 'waymark',
  form: 'waymark-form',
  ticket: 'waymark-ticket',
  provider: 'waymark-provider',
}

type Site = Pick<Config, 'BASE_URL'>

/** Over HTTPS, the __Host- prefix makes browsers refuse a cookie that another host or plain HTTP has set. */
function cookieName({ BASE_URL }: Site, purpose: Purpose): string {
  return isHttps(BASE_URL) ? `__Host-${names[purpose]}` : names[purpose]
}

export function readCookie(site: Site, purpose: Purpose, header: string | undefined): string | undefined {
  const start = `${cookieName(site, purpose)}=`
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(start))
  const value = pair?.trim().slice(start.length)
  return value === '' ? undefined : value
}

/** The Set-Cookie header. Without seconds, the cookie lasts until the browser is closed; 0 removes it. */
export function setCookie(site: Site, purpose: Purpose, value: string, maxAgeSeconds?: number): string {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isHttps(site.BASE_URL) ? '; Secure' : ''
  return `${cookieName(site, purpose)}=${value}; Path=/; HttpOnly; SameSite=Lax${maxAge}${secure}`
}

const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/** The cookie lasts as long as a session can; Postgres knows when it ends earlier. */
export const sessionCookie = (site: Site, token: string): string =>
  setCookie(site, 'session', token, longestDays * 86_400)

export const noSessionCookie = (site: Site): string => setCookie(site, 'session', '', 0)
