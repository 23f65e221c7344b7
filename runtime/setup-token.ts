import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds the token of the set-up page until the first user exists: written by the API, printed by `npm start`. */
export const setupTokenFile = (dataDir: string) => join(dataDir, 'setup-token')

export const setupLink = (baseUrl: string, token: string) => `${baseUrl}/setup?token=${token}`

/** Null when there is none to be used. */
export function readSetupToken(dataDir: string): string | null {
  try {
    return readFileSync(setupTokenFile(dataDir), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
