import { randomBytes } from 'node:crypto'
import { secretPrefix } from '#core/webhooks/sign.ts'

const secretBytes = 32

export const mintSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`
