import { Waymark } from '#sdk'
import { readCredentials, saveCredentials, withCredentialsLock } from './credentials.ts'
import { readEnvironment } from './environment.ts'

/** A token that expires sooner is renewed first. */
const marginMs = 60_000

/** The client for the installation of WAYMARK_URL and WAYMARK_API_KEY. Without them, the one of `waymark login`. */
export async function connect(): Promise<Waymark> {
  const { url, apiKey } = readEnvironment()
  if (apiKey !== undefined && url === undefined) throw new Error('WAYMARK_API_KEY also needs WAYMARK_URL.')
  if (apiKey !== undefined && url !== undefined) return new Waymark({ baseUrl: url, apiKey })
  const saved = await readCredentials()
  if (saved === undefined) throw new Error('You are not signed in. Run `waymark login --url <url of your dashboard>`.')
  if ('api_key' in saved) return new Waymark({ baseUrl: saved.url, apiKey: saved.api_key })
  if (saved.expires_at - Date.now() > marginMs) return new Waymark({ baseUrl: saved.url, apiKey: saved.access_token })
  return await withCredentialsLock(renew)
}

/** A refresh token works once: a command that runs at the same time uses what the first one saved. */
async function renew(): Promise<Waymark> {
  const saved = await readCredentials()
  if (saved === undefined || 'api_key' in saved) return await connect()
  const isFresh = saved.expires_at - Date.now() > marginMs
  const { refresh } = await import('./oauth.ts')
  const tokens = isFresh ? saved : await refresh(saved.url, saved).catch(refuse)
  if (!isFresh) await saveCredentials({ url: saved.url, ...tokens })
  return new Waymark({ baseUrl: saved.url, apiKey: tokens.access_token })
}

function refuse(cause: unknown): never {
  throw new Error('Your session has expired. Run `waymark login` again.', { cause })
}
