import { judgeMemberChange } from '#core/judge-member-change.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { MemberRow } from '#schemas/members.ts'
import { type Role, roleHas } from '#schemas/roles.ts'
import { countRows } from '../rows.ts'
import { lockAccount } from './accounts.ts'
import { endSessions } from './session-locks.ts'

/** Limit of listed members; invitations keep accounts below it. */
export const mostMembers = 1_000

type StoredMember = Omit<MemberRow, 'is_you'>

/** Owners first, then by email. */
export async function selectMembers(sql: Sql, accountId: string): Promise<StoredMember[]> {
  return await sql<StoredMember[]>`
    select
      users.id,
      users.email,
      memberships.role,
      memberships.created_at as joined_at,
      (
        select max(last_seen_at)
        from sessions
        where sessions.user_id = users.id and sessions.account_id = memberships.account_id and expires_at > now()
      ) as last_seen_at,
      (
        select count(*)
        from api_keys
        where api_keys.account_id = memberships.account_id and created_by = users.id and revoked_at is null
      ) as api_keys
    from memberships
    join users on users.id = memberships.user_id
    where memberships.account_id = ${accountId}
    order by array_position(array['owner', 'admin', 'editor', 'viewer'], memberships.role), lower(users.email)
    limit ${mostMembers}`
}

export interface ChangedMember {
  account_id: string
  user_id: string
  /** The user who makes the change; null for the command line. */
  by: string | null
}

export interface LeftKey {
  id: string
  name: string
  prefix: string
}

type Refused = 'not-found' | Exclude<ReturnType<typeof judgeMemberChange>, 'allowed'>
type Changed = { email: string; from: Role }

/** The session that asks must still be valid: call after demandCaller(), under the lock of the account. */
export async function changeRole(tx: Tx, changed: ChangedMember, to: Role): Promise<Refused | Changed> {
  const member = await judge(tx, changed, to)
  if (typeof member === 'string') return member
  const { account_id, user_id } = changed
  await tx`
    update memberships
    set role = ${to}
    where account_id = ${account_id} and user_id = ${user_id}`
  await deleteInvitationsBeyond(tx, changed, to)
  if (roleHas(to, 'owners')) await endForeignSessions(tx, changed)
  return member
}

/**
 * Ends the sessions of a new owner that the provider of the account opened, unless the user connected it themselves: an admin,
 * who chooses the provider, may be in one of them.
 */
async function endForeignSessions(tx: Tx, { account_id, user_id }: ChangedMember): Promise<void> {
  const isOwn = tx`exists (
    select from identities
    where identities.account_id = ${account_id} and identities.user_id = ${user_id} and is_own)`
  await endSessions(tx, tx`user_id = ${user_id} and provider_account_id = ${account_id} and not ${isOwn}`)
}

/**
 * Ends the sessions and apps of the member in this account. Keys that they created stay, and keep the limit of their last
 * role. Returns those keys.
 */
export async function removeMember(
  tx: Tx,
  changed: ChangedMember,
): Promise<Refused | (Changed & { api_keys: LeftKey[] })> {
  const member = await judge(tx, changed, null)
  if (typeof member === 'string') return member
  const { account_id, user_id } = changed
  const whose = tx`account_id = ${account_id} and user_id = ${user_id}`
  await tx`delete from memberships where ${whose}`
  await endSessions(tx, whose)
  await tx`delete from oauth_consents where ${whose}`
  await tx`update oauth_grants set revoked_at = now() where ${whose} and revoked_at is null`
  await deleteInvitationsBeyond(tx, changed, null)
  const api_keys = await tx<LeftKey[]>`
    update api_keys
    set kept_role = ${member.from}
    where account_id = ${account_id} and created_by = ${user_id} and revoked_at is null
    returning id, name, prefix`
  return { ...member, api_keys: [...api_keys] }
}

async function judge(
  tx: Tx,
  { account_id, user_id, by }: ChangedMember,
  to: Role | null,
): Promise<'not-found' | Exclude<ReturnType<typeof judgeMemberChange>, 'allowed'> | Changed> {
  await lockAccount(tx, account_id)
  const member = await findMember(tx, account_id, user_id)
  if (member === null) return 'not-found'
  const asking = by === null ? null : await findMember(tx, account_id, by)
  if (by !== null && asking === null) return 'not-allowed'
  const owners = await countRows(tx, tx`memberships where account_id = ${account_id} and role = 'owner'`)
  const judged = judgeMemberChange({ by: asking?.role ?? null, isOwn: by === user_id, from: member.role, to, owners })
  return judged === 'allowed' ? { email: member.email, from: member.role } : judged
}

async function findMember(tx: Tx, accountId: string, userId: string): Promise<{ email: string; role: Role } | null> {
  const [row] = await tx<{ email: string; role: Role }[]>`
    select users.email, memberships.role
    from memberships
    join users on users.id = memberships.user_id
    where memberships.account_id = ${accountId} and memberships.user_id = ${userId}`
  return row ?? null
}

/** An open invitation gives nothing that its creator cannot give now. */
async function deleteInvitationsBeyond(tx: Tx, { account_id, user_id }: ChangedMember, role: Role | null) {
  if (role !== null && roleHas(role, 'owners')) return
  const isBeyond = role !== null && roleHas(role, 'members') ? tx`role = 'owner'` : tx`true`
  await tx`
    delete from invitations
    where account_id = ${account_id} and created_by = ${user_id} and ${isBeyond}`
}
