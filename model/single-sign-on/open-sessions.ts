import type { Sql, Tx } from '#runtime/postgres.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { userActor } from '../accounts/actor.ts'
import { recordChange } from '../accounts/audit-log.ts'
import { confirmSession, findSession } from '../accounts/sessions.ts'
import { type Claims, isSameIssuer } from './claims.ts'
import { findIdentity, insertIdentity, ownIdentity } from './identities.ts'
import { findSettings } from './settings.ts'

/** A sign-in at the provider that is older does not confirm a sensitive act. */
const freshMinutes = 10

interface OpenSession {
  account_id: string
  session_id: Buffer
  claims: Claims
  address: string
}

type Refused = 'ended' | 'gone' | 'taken' | 'other-identity' | 'other-user' | 'too-old'

/**
 * Connects the identity to the user of a session, who asked for it after entering their password. Such a connection also opens
 * the account for its owners.
 */
export async function linkSession(sql: Sql, given: OpenSession): Promise<Refused | 'done'> {
  const { account_id, session_id, claims, address } = given
  return await sql.begin(async (tx) => {
    await lockAccount(tx, account_id)
    const session = await findSession(tx, session_id)
    if (session === null || session.account_id !== account_id || session.provider_account_id !== null) return 'ended'
    if (!(await isProviderOf(tx, account_id, claims))) return 'gone'
    const known = await findIdentity(tx, account_id, claims)
    if (known !== null && known.user_id !== session.user_id) return 'taken'
    const { user_id } = session
    const { issuer, subject } = claims
    if (known !== null) await ownIdentity(tx, known.id)
    else if (!(await insertIdentity(tx, { account_id, user_id, issuer, subject, is_own: true })))
      return 'other-identity'
    const actor = userActor({ id: user_id, email: session.email })
    const change = { action: 'link_identity', summary: 'Connect single sign-on', object_ids: [user_id] }
    await recordChange(tx, { account_id, actor, address }, change)
    return 'done'
  })
}

/** Allows sensitive acts of a session for some minutes, because its user has just signed in at the provider again. */
export async function confirmFromProvider(sql: Sql, given: OpenSession): Promise<Refused | 'done'> {
  const { account_id, session_id, claims, address } = given
  return await sql.begin(async (tx) => {
    await lockAccount(tx, account_id)
    const session = await findSession(tx, session_id)
    if (session === null || session.provider_account_id !== account_id) return 'ended'
    if (!(await isProviderOf(tx, account_id, claims))) return 'gone'
    const known = await findIdentity(tx, account_id, claims)
    if (known === null || known.user_id !== session.user_id) return 'other-user'
    const isOld = claims.signed_in_at !== null && claims.signed_in_at * 1_000 < Date.now() - freshMinutes * 60_000
    if (isOld) return 'too-old'
    await confirmSession(tx, session_id)
    const actor = userActor({ id: session.user_id, email: session.email })
    await recordChange(
      tx,
      { account_id, actor, address },
      { action: 'confirm_sign_on', summary: 'Sign in again with single sign-on' },
    )
    return 'done'
  })
}

async function isProviderOf(tx: Tx, accountId: string, { issuer }: Claims): Promise<boolean> {
  const settings = await findSettings(tx, accountId)
  return settings !== null && isSameIssuer(settings.issuer, issuer)
}
