import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Sql } from '#runtime/postgres.ts'
import { ApiError, invalidField } from './api-error.ts'
import { errorBody } from './error-replies.ts'
import { claimKey, releaseClaim, storeReply } from './idempotency.sql.ts'

export interface WireReply {
  status: number
  body: string
  headers: Record<string, string>
}

export interface RepeatableRequest {
  accountId: string
  /** The value of the Idempotency-Key header. */
  key: string
  /** All that makes this request what it is. */
  content: unknown
  /** What the stored reply is encrypted under, where it carries a secret. */
  seal?: string
}

const longestKey = 255

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || header === '' || header.length > longestKey) {
    throw new ApiError('BAD_REQUEST', 'Invalid request', `Idempotency-Key must have 1 to ${longestKey} characters`)
  }
  return header
}

/** Carries a request out once for its key: a repetition gets the stored reply. Failures of ours (5xx) are not kept. */
export async function performOnce(
  sql: Sql,
  { accountId, key, content, seal }: RepeatableRequest,
  perform: () => Promise<WireReply>,
): Promise<WireReply> {
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest()
  const claiming = await claimKey(sql, accountId, key, requestHash)
  if (claiming.kind === 'other-request') throw invalidField('Idempotency-Key', 'was used with another request')
  if (claiming.kind === 'running') {
    throw new ApiError('CONFLICT', 'The first request with this Idempotency-Key is still running', undefined, {
      'retry-after': '1',
    })
  }
  if (claiming.kind === 'done') {
    const body = seal === undefined ? claiming.reply.toString() : unsealReply(claiming.reply, seal)
    return { status: claiming.status, body, headers: { 'idempotent-replayed': 'true' } }
  }
  let reply: WireReply
  try {
    reply = await refusalsAsReplies(perform)
  } catch (error) {
    await releaseClaim(sql, claiming.claim)
    throw error
  }
  await storeReply(
    sql,
    claiming.claim,
    reply.status,
    seal === undefined ? Buffer.from(reply.body) : sealReply(reply.body, seal),
  )
  return reply
}

/** A refusal is an outcome as good as any: it is kept and given again. */
async function refusalsAsReplies(perform: () => Promise<WireReply>): Promise<WireReply> {
  try {
    return await perform()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { status: error.status, body: JSON.stringify(errorBody(error)), headers: error.headers }
  }
}

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM: nonce, tag, ciphertext. */
function sealReply(body: string, seal: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(seal), nonce)
  const text = Buffer.concat([cipher.update(body), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function unsealReply(sealed: Buffer, seal: string): string {
  const nonce = sealed.subarray(0, nonceLength)
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength)
  const cipher = createDecipheriv('aes-256-gcm', cipherKey(seal), nonce, { authTagLength: tagLength })
  cipher.setAuthTag(tag)
  return cipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + cipher.final('utf8')
}

const cipherKey = (seal: string) => Buffer.from(hkdfSync('sha256', seal, '', 'waymark idempotent reply', 32))
