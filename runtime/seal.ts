import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** What is encrypted. The cipher key depends on it, so a text sealed as one thing cannot be opened as another. */
export type SealedThing =
  | 'idempotent reply'
  | 'signing secret'
  | 'signing key'
  | 'test secret'
  | 'rule secret'
  | 'authenticator secret'
  | 'client secret'
  | 'source token'

/** AES-256-GCM under a key derived from a secret that is not stored with it: nonce, tag, ciphertext. */
export function seal(text: string, secret: string, thing: SealedThing): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(secret, thing), nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal(sealed: Buffer, secret: string, thing: SealedThing): string {
  const nonce = sealed.subarray(0, nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(secret, thing), nonce, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}

const cipherKey = (secret: string, thing: SealedThing) =>
  Buffer.from(hkdfSync('sha256', secret, '', `waymark ${thing}`, 32))
