import { createHash, timingSafeEqual } from 'node:crypto'

/** RFC 7636, 4.1 and 4.2. */
const syntax = /^[A-Za-z0-9\-._~]{43,128}$/

export const isChallenge = (text: string): boolean => syntax.test(text)

export interface Challenge {
  code_challenge: string | null
  code_challenge_method: 'S256' | 'plain' | null
}

/** Also refuses an unexpected verifier, which indicates that the challenge was stripped from the request. */
export function provesPossession({ code_challenge, code_challenge_method }: Challenge, verifier?: string): boolean {
  if (code_challenge === null) return verifier === undefined
  if (verifier === undefined || !syntax.test(verifier)) return false
  const made = code_challenge_method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [one, other] = [Buffer.from(made), Buffer.from(code_challenge)]
  return one.length === other.length && timingSafeEqual(one, other)
}
