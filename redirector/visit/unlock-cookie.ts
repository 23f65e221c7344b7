import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkRecord } from '#schemas/link-record.ts'
import { type HeaderValue, headerValue } from './answer.ts'

/** How long a link stays unlocked after the password was entered. */
const rememberSeconds = 3_600

interface Lock {
  link: Pick<LinkRecord, 'link_id'>
  password_hash: string
}

const name = 'unlocked'
const shape = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,12})\\.([\\w-]{43})(?=;|$)`)

/** A cookie that proves that the visitor entered the password of this link. It is limited to the path of the link. */
export function writeUnlockCookie(
  lock: Lock,
  { code, secure, now }: { code: string; secure: boolean; now: number },
): HeaderValue {
  const until = Math.floor(now / 1000) + rememberSeconds
  return headerValue(
    `${name}=${until}.${sign(lock, until)}; Path=/${code}; Max-Age=${rememberSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}

export function holdsUnlockCookie(lock: Lock, cookies: string, now: number): boolean {
  const [, until = '', signature = ''] = shape.exec(cookies) ?? []
  if (until === '' || Number(until) * 1000 <= now) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(lock, Number(until))))
}

/** The salted hash never leaves our stores, so it can serve as the key. A new password makes a new key. */
function sign({ link, password_hash }: Lock, until: number): string {
  return createHmac('sha256', password_hash).update(`${link.link_id}.${until}`).digest('base64url')
}
