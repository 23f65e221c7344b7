import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkRecord } from '#schemas/link-record.ts'
import { type HeaderValue, headerValue } from './answer.ts'

/** A password once given is remembered this long. */
const rememberSeconds = 3_600

interface Lock {
  link: Pick<LinkRecord, 'link_id'>
  password_hash: string
}

const name = 'unlocked'
const shape = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,12})\\.([\\w-]{43})(?=;|$)`)

/** Proof that its bearer has given the password of this link. Sent back for that link's path alone. */
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

/** The hash with its random salt leaves our stores never, so it is key enough; another password is another key. */
function sign({ link, password_hash }: Lock, until: number): string {
  return createHmac('sha256', password_hash).update(`${link.link_id}.${until}`).digest('base64url')
}
