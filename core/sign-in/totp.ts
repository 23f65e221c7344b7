import { createHmac } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238). Authenticator apps reliably support only these parameters. */
const stepMs = 30_000
const digits = 6
/** Steps by which the clocks of the server and the phone may differ. */
const drift = 1
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (ms: number): number => Math.floor(ms / stepMs)

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  // The last four bits select which 31 bits make the code.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step that has this code, later than the last one that was used; null if there is none. */
export function findStep(secret: Buffer, code: string, { now, last }: { now: number; last: number }): number | null {
  const current = stepAt(now)
  for (let step = Math.max(current - drift, last + 1); step <= current + drift; step += 1) {
    if (codeOf(secret, step) === code) return step
  }
  return null
}

/** Whether this is a code of the app rather than a recovery code. */
export const looksLikeAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** RFC 4648, without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the app scans. */
export function setupUrl(secret: Buffer, email: string): string {
  return `otpauth://totp/Waymark:${encodeURIComponent(email)}?secret=${toBase32(secret)}&issuer=Waymark`
}
