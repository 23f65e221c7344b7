import { ApiError } from '#core/api-error.ts'
import { type Sql, type Tx, violates } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { InvitationRow } from '#schemas/members.ts'
import type { Role } from '#schemas/roles.ts'
import { countRows, hasRows, theRow } from '../rows.ts'
import { isClaimed } from '../single-sign-on/settings.ts'
import { lockAccount } from './accounts.ts'
import { userActor } from './actor.ts'
import { recordChange } from './audit-log.ts'
import { mostMembers } from './members.ts'
import { insertMembership } from './memberships.ts'
import { hashToken, mintToken } from './open-session.ts'
import { insertUser, type NewUser, type UserRow } from './users.ts'

const validDays = 7

/** The page that accepts an invitation. */
export const invitationUrl = (baseUrl: string, token: string): string => `${baseUrl}/login/invitation?token=${token}`

/** Open invitations of an account. */
const mostInvitations = 100

interface NewInvitation {
  account_id: string
  email: string | null
  role: Role
  /** null for the command line. */
  created_by: string | null
}

const columns = (sql: Sql | Tx) => sql`
  id, email, role, created_at, expires_at,
  (select email from users where users.id = invitations.created_by) as invited_by`

/** Call under the lock of the account. Only the hash of the token is stored. */
export async function insertInvitation(tx: Tx, input: NewInvitation): Promise<InvitationRow & { token: string }> {
  await lockAccount(tx, input.account_id)
  await refuseTooMany(tx, input)
  await refuseOwner(tx, input)
  const token = mintToken()
  const rows = await tx<InvitationRow[]>`
    insert into invitations (id, account_id, email, role, token_hash, created_by, expires_at)
    values (${uuidv7()}, ${input.account_id}, ${input.email}, ${input.role}, ${hashToken(token)}, ${input.created_by},
      now() + make_interval(days => ${validDays}))
    returning ${columns(tx)}`
  return { ...theRow(rows, 'the new invitation was not returned'), token }
}

/**
 * Takes the invitations of an email address that the provider of the account has verified. Returns the newest role, or null. Not
 * for owners: an admin chooses the provider, and must not create an owner with it.
 */
export async function takeInvitations(
  tx: Tx,
  accountId: string,
  email: string,
): Promise<{ id: string; role: 'admin' | 'editor' | 'viewer' } | null> {
  const rows = await tx<{ id: string; role: 'admin' | 'editor' | 'viewer'; created_at: Date }[]>`
    delete from invitations
    where account_id = ${accountId} and lower(email) = lower(${email}) and role <> 'owner' and expires_at > now()
    returning id, role, created_at`
  const [newest] = rows.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
  return newest === undefined ? null : { id: newest.id, role: newest.role }
}

async function refuseOwner(tx: Tx, { email, role }: NewInvitation): Promise<void> {
  if (role !== 'owner' || email === null || !(await isClaimed(tx, email))) return
  if (await hasRows(tx, tx`users where lower(email) = lower(${email})`)) return
  throw new ApiError(
    'CONFLICT',
    'Single sign-on manages the email addresses of this domain. Choose another role, and make the member an owner after they have signed in.',
    { email },
  )
}

async function refuseTooMany(tx: Tx, { account_id, email }: NewInvitation): Promise<void> {
  const isMember = tx`
    memberships
    join users on users.id = memberships.user_id
    where memberships.account_id = ${account_id} and lower(users.email) = lower(${email})`
  if (email !== null && (await hasRows(tx, isMember)))
    throw new ApiError('CONFLICT', 'A member of this account already has this email address.', { email })
  if ((await countRows(tx, tx`invitations where account_id = ${account_id} and expires_at > now()`)) >= mostInvitations)
    throw new ApiError(
      'CONFLICT',
      `An account can have at most ${mostInvitations} open invitations. Revoke one first.`,
      {
        limit: mostInvitations,
      },
    )
}

/** Open invitations of an account, newest first. */
export async function selectInvitations(sql: Sql, accountId: string): Promise<InvitationRow[]> {
  return await sql<InvitationRow[]>`
    select ${columns(sql)}
    from invitations
    where account_id = ${accountId} and expires_at > now()
    order by created_at desc, id desc
    limit ${mostInvitations}`
}

/** The revoked invitation; null if the account has no such one. */
export async function deleteInvitation(
  sql: Tx,
  accountId: string,
  id: string,
): Promise<{ email: string | null; role: Role } | null> {
  const [row] = await sql<{ email: string | null; role: Role }[]>`
    delete from invitations
    where id = ${id} and account_id = ${accountId} and expires_at > now()
    returning email, role`
  return row ?? null
}

export interface OpenInvitation {
  id: string
  account_id: string
  account_name: string
  email: string | null
  role: Role
}

const withToken = (sql: Sql | Tx, token: string) => sql<OpenInvitation[]>`
  select invitations.id, account_id, accounts.name as account_name, email, role
  from invitations
  join accounts on accounts.id = invitations.account_id
  where token_hash = ${hashToken(token)} and expires_at > now()`

/** null if it does not exist, has expired, or was accepted or revoked. */
export async function findInvitation(sql: Sql | Tx, token: string): Promise<OpenInvitation | null> {
  const [row] = await withToken(sql, token)
  return row ?? null
}

/** The same for a change. It cannot be revoked before the transaction ends. */
async function lockInvitation(tx: Tx, token: string): Promise<OpenInvitation | null> {
  const [row] = await tx<OpenInvitation[]>`${withToken(tx, token)} for update of invitations`
  return row ?? null
}

export type Accepted =
  | { kind: 'accepted'; account_id: string; user_id: string }
  | { kind: 'gone' | 'other-email' | 'member' | 'has-user' | 'claimed' | 'full' }

/** Makes an existing or a new user a member, and ends the invitation. The locks make two acceptances and a revocation wait for each other. */
export async function acceptInvitation(
  sql: Sql,
  token: string,
  user: NewUser | Pick<UserRow, 'id' | 'email'>,
  address: string | null = null,
): Promise<Accepted> {
  try {
    return await sql.begin(async (tx): Promise<Accepted> => {
      const found = await findInvitation(tx, token)
      if (found === null) return { kind: 'gone' }
      await lockAccount(tx, found.account_id)
      const invitation = await lockInvitation(tx, token)
      if (invitation === null) return { kind: 'gone' }
      const { account_id, email, role } = invitation
      if (email !== null && email.toLowerCase() !== user.email.toLowerCase()) return { kind: 'other-email' }
      if (!('id' in user) && (await isClaimed(tx, user.email))) return { kind: 'claimed' }
      if ((await countRows(tx, tx`memberships where account_id = ${account_id}`)) >= mostMembers)
        return { kind: 'full' }
      if (
        'id' in user &&
        (await hasRows(tx, tx`memberships where account_id = ${account_id} and user_id = ${user.id}`))
      )
        return { kind: 'member' }
      const user_id = 'id' in user ? user.id : await insertUser(tx, user)
      await insertMembership(tx, account_id, user_id, role)
      await tx`delete from invitations where id = ${invitation.id}`
      const origin = { account_id, actor: userActor({ id: user_id, email: user.email }), address }
      const change = { action: 'accept_invitation', summary: 'Accept an invitation', object_ids: [invitation.id] }
      await recordChange(tx, origin, { ...change, after: { role } })
      return { kind: 'accepted', account_id, user_id }
    })
  } catch (error) {
    if (violates(error, 'users_email')) return { kind: 'has-user' }
    throw error
  }
}
