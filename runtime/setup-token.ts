import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ifThereSync } from './if-there.ts'

/** Contains the setup token until the first user exists. The API writes it, and `npm start` prints it. */
export const setupTokenFile = (dataDir: string) => join(dataDir, 'setup-token')

export const setupLink = (baseUrl: string, token: string) => `${baseUrl}/setup?token=${token}`

/** Returns null if there is no token. */
export const readSetupToken = (dataDir: string): string | null =>
  ifThereSync(() => readFileSync(setupTokenFile(dataDir), 'utf8').trim())
