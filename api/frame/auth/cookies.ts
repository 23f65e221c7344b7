import { longestDays } from '#model/accounts/sessions.ts'
import type { Config } from '#runtime/config.ts'

/** The session, and what ties the sign-in form to the browser that was given it. */
type Purpose = 'session' | 'form'

const names: Record<Purpose, string> = { session: 'waymark', form: 'waymark-form' }

type Site = Pick<Config, 'BASE_URL'>

/** Over https the __Host- prefix makes the browser itself refuse a cookie that another host or plain http has set. */
function cookieName({ BASE_URL }: Site, purpose: Purpose): string {
  return isHttps(BASE_URL) ? `__Host-${names[purpose]}` : names[purpose]
}

export function readCookie(site: Site, purpose: Purpose, header: string | undefined): string | undefined {
  const start = `${cookieName(site, purpose)}=`
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(start))
  const value = pair?.trim().slice(start.length)
  return value === '' ? undefined : value
}

/** A Set-Cookie. Without seconds it lasts until the browser is closed; with 0 it removes the cookie. */
export function setCookie(site: Site, purpose: Purpose, value: string, maxAgeSeconds?: number): string {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isHttps(site.BASE_URL) ? '; Secure' : ''
  return `${cookieName(site, purpose)}=${value}; Path=/; HttpOnly; SameSite=Lax${maxAge}${secure}`
}

const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/** The browser keeps the cookie as long as a session can last; when it ends before, Postgres knows. */
export const sessionCookie = (site: Site, token: string): string =>
  setCookie(site, 'session', token, longestDays * 86_400)

export const noSessionCookie = (site: Site): string => setCookie(site, 'session', '', 0)
