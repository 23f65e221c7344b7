import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM under a key derived from a secret that is not stored: nonce, tag, ciphertext. */
export function seal(text: string, secret: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal(sealed: Buffer, secret: string): string {
  const nonce = sealed.subarray(0, nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(secret), nonce, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  return decipher.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
}

const cipherKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'waymark idempotent reply', 32))
