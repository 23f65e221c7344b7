import { randomBytes } from 'node:crypto'
import { emailHost } from '#core/email-host.ts'
import { type Sql, type Tx, violates } from '#runtime/postgres.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { userActor } from '../accounts/actor.ts'
import { recordChange } from '../accounts/audit-log.ts'
import { takeInvitations } from '../accounts/invitations.ts'
import { mostMembers } from '../accounts/members.ts'
import { insertMembership } from '../accounts/memberships.ts'
import { describeDevice, hashToken, mintToken } from '../accounts/open-session.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { insertProviderSession } from '../accounts/sessions.ts'
import { insertUser } from '../accounts/users.ts'
import { countRows } from '../rows.ts'
import { type Claims, isSameIssuer } from './claims.ts'
import { findIdentity, insertIdentity, touchIdentity } from './identities.ts'
import { findSettings, isOwnDomain } from './settings.ts'

/** Why a sign-in at the provider does not open the account. */
export type Refusal = 'gone' | 'owner' | 'other-identity' | 'no-email' | 'unverified' | 'not-member' | 'domain' | 'full'

interface KnownMember {
  id: string
  email: string
}

interface SigningIn {
  account_id: string
  claims: Claims
  agent: string
  address: string
}

/**
 * Signs in the member that the provider of the account vouches for. The lock makes two sign-ins of a new member wait for each
 * other. Returns the token of the session.
 */
export async function signInFromProvider(
  sql: Sql,
  { account_id, claims, agent, address }: SigningIn,
): Promise<{ token: string } | { refused: Refusal }> {
  try {
    return await sql.begin((tx) => signInMember(tx, { account_id, claims, agent, address }))
  } catch (error) {
    // Another account has just created a user with this email address.
    if (violates(error, 'users_email')) return { refused: 'not-member' }
    throw error
  }
}

async function signInMember(
  tx: Tx,
  { account_id, claims, agent, address }: SigningIn,
): Promise<{ token: string } | { refused: Refusal }> {
  await lockAccount(tx, account_id)
  const found = await findMember(tx, account_id, claims)
  if (typeof found === 'string') return { refused: found }
  const { member, change } = found
  const origin = { account_id, actor: userActor(member), address }
  if (change !== null) await recordChange(tx, origin, change)
  await touchIdentity(tx, account_id, claims)
  const token = mintToken()
  const session = { id: hashToken(token), user_id: member.id, account_id, device: describeDevice(agent) }
  await insertProviderSession(tx, { ...session, signed_in_at: claims.signed_in_at })
  await recordChange(tx, origin, { action: 'sign_in', summary: 'Sign in with single sign-on' })
  return { token }
}

interface Found {
  member: KnownMember
  /** What made the connection, for the audit log; null if it existed. */
  change: { action: string; summary: string; object_ids: string[]; after?: { role: string } } | null
}

async function findMember(tx: Tx, accountId: string, claims: Claims): Promise<Found | Refusal> {
  const settings = await findSettings(tx, accountId)
  if (settings === null || !isSameIssuer(settings.issuer, claims.issuer)) return 'gone'
  const known = await findIdentity(tx, accountId, claims)
  if (known !== null) {
    if (known.role === 'owner' && !known.is_own) return 'owner'
    return { member: { id: known.user_id, email: known.email }, change: null }
  }
  const { email } = claims
  if (email === null) return 'no-email'
  if (!claims.is_verified) return 'unverified'
  const user = await findUserIn(tx, accountId, email)
  if (user === null) return await join(tx, accountId, { claims, email, role: settings.role })
  return await link(tx, accountId, claims, user)
}

interface UserIn extends KnownMember {
  /** null: not a member of the account. */
  role: string | null
}

async function findUserIn(tx: Tx, accountId: string, email: string): Promise<UserIn | null> {
  const [row] = await tx<UserIn[]>`
    select users.id, users.email, memberships.role
    from users
    left join memberships on memberships.user_id = users.id and memberships.account_id = ${accountId}
    where lower(users.email) = lower(${email})`
  return row ?? null
}

/**
 * An email address connects only to a member who is not an owner: an admin chooses the provider, and must not become an owner with
 * it. Users of other accounts and removed members are not added, because only an invitation that they accept can do that.
 */
async function link(tx: Tx, accountId: string, claims: Claims, { id, email, role }: UserIn): Promise<Found | Refusal> {
  if (role === null) return 'not-member'
  if (role === 'owner') return 'owner'
  const { issuer, subject } = claims
  const isLinked = await insertIdentity(tx, { account_id: accountId, user_id: id, issuer, subject, is_own: false })
  if (!isLinked) return 'other-identity'
  const change = { action: 'link_identity', summary: 'Connect single sign-on by email address', object_ids: [id] }
  return { member: { id, email }, change }
}

interface Joining {
  claims: Claims
  email: string
  role: 'editor' | 'viewer'
}

async function join(tx: Tx, accountId: string, { claims, email, role }: Joining): Promise<Found | Refusal> {
  if (!(await isOwnDomain(tx, accountId, emailHost(email)))) return 'domain'
  if ((await countRows(tx, tx`memberships where account_id = ${accountId}`)) >= mostMembers) return 'full'
  // Nobody has this password. A reset link can replace it.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  const id = await insertUser(tx, { email, password_hash })
  const invitation = await takeInvitations(tx, accountId, email)
  const given = invitation?.role ?? role
  await insertMembership(tx, accountId, id, given)
  const { issuer, subject } = claims
  await insertIdentity(tx, { account_id: accountId, user_id: id, issuer, subject, is_own: false })
  const object_ids = invitation === null ? [id] : [id, invitation.id]
  const change = { action: 'join_by_sign_on', summary: 'Become a member by single sign-on', object_ids }
  return { member: { id, email }, change: { ...change, after: { role: given } } }
}
