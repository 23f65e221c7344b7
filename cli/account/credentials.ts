import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEnvironment } from './environment.ts'

/** Access that `waymark login` saved. */
export type Credentials = { url: string } & ({ api_key: string } | Tokens)

export interface Tokens {
  client_id: string
  access_token: string
  refresh_token: string
  /** Epoch milliseconds. */
  expires_at: number
}

const path = () => join(readEnvironment().folder, 'credentials.json')

export async function readCredentials(): Promise<Credentials | undefined> {
  const text = await readFile(path(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as Credentials)
}

/** Only the user can read the file. Another process sees the old credentials or the new ones, never a part. */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  const { folder } = readEnvironment()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path()}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path())
  return path()
}

export async function forgetCredentials(): Promise<void> {
  await rm(path(), { force: true })
}
