import { mkdir, rm, writeFile } from 'node:fs/promises'
import { ensureFirstAccount } from '#model/accounts/accounts.ts'
import { hashToken, mintToken } from '#model/accounts/open-session.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { deleteSetupTokens, holdsSetupToken, insertSetupToken } from '#model/accounts/setup-tokens.ts'
import { hasUsers, insertOwner, type UserRow } from '#model/accounts/users.ts'
import type { Stores } from '#model/stores.ts'
import type { Log } from '#runtime/log.ts'
import type { Sql } from '#runtime/postgres.ts'
import { readSetupToken, setupLink, setupTokenFile } from '#runtime/setup-token.ts'

type Installation = Pick<Stores, 'sql' | 'config' | 'log'>

interface OfferTimes {
  /** If Postgres is unavailable, it is tried again after this time for as long as the process runs. */
  retryMs: number
  /** How often to look for the first user and for the end of the token. */
  lookMs: number
}

/**
 * While there is no user, logs the link to the setup page once Postgres is available, and a new link when the last one has
 * expired. Returns a function that stops it.
 */
export async function offerSetup(
  installation: Installation,
  { retryMs, lookMs }: OfferTimes = { retryMs: 5_000, lookMs: 60_000 },
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let shown: string | null = null
  const attempt = async () => {
    let nextMs = lookMs
    try {
      const token = await makeOffer(installation, shown)
      if (token === null) return
      if (token !== shown) installation.log.warn(`First run: open ${setupLink(installation.config.BASE_URL, token)}`)
      shown = token
    } catch (error) {
      installation.log.warn({ err: error }, 'setup is not available yet: retrying')
      nextMs = retryMs
    }
    if (!isStopped) timer = setTimeout(() => void attempt(), nextMs)
  }
  await attempt()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * The token: the last one, also of an earlier start, or a new one. Null once there is a user, which ends all tokens.
 */
async function makeOffer({ sql, config, log }: Installation, shown: string | null): Promise<string | null> {
  if (await hasUsers(sql)) {
    await deleteSetupTokens(sql)
    await rm(setupTokenFile(config.DATA_DIR), { force: true })
    return null
  }
  for (const last of [readSetupToken(config.DATA_DIR), shown]) {
    if (last !== null && (await isSetupToken(sql, last))) return last
  }
  const token = mintToken()
  await insertSetupToken(sql, hashToken(token))
  await keepToken(config.DATA_DIR, token, log)
  return token
}

export const isSetupToken = (sql: Sql, token: string): Promise<boolean> => holdsSetupToken(sql, hashToken(token))

/** Creates the owner of the first account. Null if another request was faster: the page is closed then. */
export async function setUp(
  { sql, config, log }: Installation,
  email: string,
  password: string,
): Promise<UserRow | null> {
  const passwordHash = await hashPassword(password)
  const accountId = await ensureFirstAccount(sql, config.DEFAULT_PLAN)
  const owner = await insertOwner(sql, accountId, email, passwordHash)
  if (owner === null) return null
  await rm(setupTokenFile(config.DATA_DIR), { force: true }).catch((error: unknown) =>
    log.warn({ err: error }, 'the file of the used setup token cannot be removed'),
  )
  return owner
}

/** For `npm start`, which prints the link. If the data folder is not writable, the link is still in the log. */
async function keepToken(dataDir: string, token: string, log: Log): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(setupTokenFile(dataDir), `${token}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error }, 'the setup token cannot be written to the data folder')
  }
}
