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

/** If Postgres is unavailable at startup, it is tried again after this time for as long as the process runs. */
const retryMs = 5_000

/** While there is no user, logs the link to the setup page once Postgres is available. Returns a function that stops trying. */
export async function offerSetup(installation: Installation): Promise<() => void> {
  let retry: NodeJS.Timeout | undefined
  const attempt = async () => {
    try {
      await makeOffer(installation)
    } catch (error) {
      installation.log.warn({ err: error }, 'setup is not available yet: retrying')
      retry = setTimeout(() => void attempt(), retryMs)
    }
  }
  await attempt()
  return () => clearTimeout(retry)
}

/** Creates the token, or finds the one of an earlier start. */
async function makeOffer({ sql, config, log }: Installation): Promise<void> {
  if (await hasUsers(sql)) {
    await rm(setupTokenFile(config.DATA_DIR), { force: true })
    return
  }
  const kept = readSetupToken(config.DATA_DIR)
  const token = kept !== null && (await isSetupToken(sql, kept)) ? kept : mintToken()
  if (token !== kept) {
    await insertSetupToken(sql, hashToken(token))
    await keepToken(config.DATA_DIR, token, log)
  }
  log.warn(`First run: open ${setupLink(config.BASE_URL, token)}`)
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
  await deleteSetupTokens(sql)
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
