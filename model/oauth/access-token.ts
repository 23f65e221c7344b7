import { randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { algorithm, type SigningKeys } from './signing-keys.ts'

export const accessTokenSeconds = 3_600
const type = 'at+jwt'

export interface AccessToken {
  issuer: string
  audience: string[]
  userId: string
  clientId: string
  scopes: readonly string[]
  /** Known only to holders of a token of the grant, not to the database. */
  grantSecret: string
}

/** RFC 9068. */
export async function signAccessToken(keys: SigningKeys, token: AccessToken): Promise<string> {
  const { kid, privateKey } = await keys.current()
  return await new SignJWT({ client_id: token.clientId, scope: token.scopes.join(' '), grant: token.grantSecret })
    .setProtectedHeader({ alg: algorithm, typ: type, kid })
    .setIssuer(token.issuer)
    .setAudience(token.audience)
    .setSubject(token.userId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(privateKey)
}

const claims = z.object({ client_id: z.string(), scope: z.string(), grant: z.string(), sub: z.string() })
export interface AccessClaims extends z.infer<typeof claims> {
  /** The key that signed the token. */
  kid: string
}

interface Expected {
  issuer: string
  /** Required audience of the token; undefined: any. */
  audience?: string
}

/** The claims of a token; null if its signature, expiration, or audience is wrong. Does not use the database. */
export async function verifyAccessToken(
  keys: SigningKeys,
  token: string,
  { issuer, audience }: Expected,
): Promise<AccessClaims | null> {
  const findKey = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await keys.find(kid)
    if (key === undefined) throw new errors.JWKSNoMatchingKey()
    return key.publicKey
  }
  try {
    const options = { issuer, algorithms: [algorithm], typ: type, ...(audience !== undefined && { audience }) }
    const { payload, protectedHeader } = await jwtVerify<JWTPayload>(token, findKey, {
      ...options,
      requiredClaims: ['exp', 'aud'],
    })
    return { ...claims.parse(payload), kid: protectedHeader.kid ?? '' }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
