import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponse, RegistrationResponse } from '#schemas/passkeys.ts'

interface Ceremony {
  challenge: string
  origin?: string
  /** Host that the passkey believes to be asked by. */
  party?: string
  /** The user was verified, by a fingerprint for example. */
  isVerified?: boolean
}

const base64 = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const present = 1
const verified = 4
const hasKey = 64

/** An authenticator with one passkey, as WebAuthn describes it. It signs whatever it is asked to. */
export function createDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge, origin = 'http://localhost:3000' }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = ({ party = 'localhost', isVerified = true }: Ceremony, flags: number) => {
    const data = Buffer.alloc(37)
    sha256(party).copy(data)
    data.writeUInt8(present | (isVerified ? verified : 0) | flags, 32)
    data.writeUInt32BE(counter, 33)
    return data
  }

  return {
    id: base64(id),
    /** Sets the signature counter back, as a copied authenticator would have it. */
    setCounter: (value: number) => {
      counter = value
    },
    register: (ceremony: Ceremony): RegistrationResponse => {
      // A COSE key, and an attestation without a statement, in CBOR.
      const key = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')]
      const rest = [Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')]
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([dataOf(ceremony, hasKey), Buffer.alloc(16), length, id, ...key, ...rest])
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      return {
        ...{ id: base64(id), rawId: base64(id), type: 'public-key' },
        response: {
          clientDataJSON: base64(clientData('webauthn.create', ceremony)),
          attestationObject: base64(Buffer.concat([head, Buffer.from([data.length]), data])),
        },
      }
    },
    use: (ceremony: Ceremony): AuthenticationResponse => {
      counter += 1
      const client = clientData('webauthn.get', ceremony)
      const data = dataOf(ceremony, 0)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...{ id: base64(id), rawId: base64(id), type: 'public-key' },
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
        },
      }
    },
  }
}

export type PasskeyDevice = ReturnType<typeof createDevice>
