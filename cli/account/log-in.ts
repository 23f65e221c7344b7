import { text } from 'node:stream/consumers'
import { Waymark } from '#sdk'
import { connect } from './connect.ts'
import { forgetCredentials, readCredentials, saveCredentials } from './credentials.ts'
import { readEnvironment } from './environment.ts'
import { printRecord } from './print.ts'

export async function logIn(given: { url?: string; key?: boolean }): Promise<void> {
  const url = (given.url ?? readEnvironment().url ?? (await readCredentials())?.url)?.replace(/\/+$/, '')
  if (url === undefined) throw new Error('Enter the URL of your dashboard: waymark login --url https://app.example.com')
  const access =
    given.key === true ? { api_key: await readKey() } : await (await import('./oauth.ts')).logInWithBrowser(url)
  const apiKey = 'api_key' in access ? access.api_key : access.access_token
  const { account } = await new Waymark({ baseUrl: url, apiKey }).account.get()
  const file = await saveCredentials({ url, ...access })
  process.stdout.write(`Signed in to ${account.name} at ${url}. The credentials are in ${file}.\n`)
}

/** Revokes the tokens. A key stays valid, since other programs may use it. */
export async function logOut(): Promise<void> {
  const saved = await readCredentials()
  if (saved !== undefined && 'refresh_token' in saved) {
    const { revoke } = await import('./oauth.ts')
    await revoke(saved.url, saved).catch(() =>
      process.stderr.write('Could not reach the server to revoke the access.\n'),
    )
  }
  await forgetCredentials()
  process.stdout.write(saved === undefined ? 'You were not signed in.\n' : 'Signed out.\n')
}

export async function showAccount({ json }: { json?: boolean }): Promise<void> {
  const me = await (await connect()).account.get()
  printRecord(me, json)
}

async function readKey(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Paste an API key, then press Enter and Ctrl-D:\n')
  const key = (await text(process.stdin)).trim()
  if (key === '') throw new Error('Pass the API key on standard input: waymark login --key < key.txt')
  return key
}
