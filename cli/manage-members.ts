import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { ensureFirstAccount, lockAccount } from '#model/accounts/accounts.ts'
import { cliOrigin, fromCli, recordChange } from '#model/accounts/audit-log.ts'
import { insertInvitation, invitationUrl } from '#model/accounts/invitations.ts'
import { changeRole, removeMember, selectMembers } from '#model/accounts/members.ts'
import { insertReset, resetUrl } from '#model/accounts/password-resets.ts'
import { findUser } from '#model/accounts/users.ts'
import { hasRows } from '#model/rows.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { role, userEmail } from '#schemas/accounts.ts'
import { withPostgres } from './with-postgres.ts'

const account = z.uuid('Must be the ID of an account.').optional()
const listOptions = z.object({ account, json: z.boolean().default(false) })
const inviteOptions = z.object({ account, role, email: userEmail.optional() })
const oneMember = z.object({ account, email: userEmail })

export async function listMembers(config: Config, given: unknown): Promise<void> {
  const asked = listOptions.parse(given, { error: describeIssue })
  const rows = await inAccount(config, asked.account, selectMembers)
  const lines = rows.map(({ id, email, role: held, api_keys }) => `${id}  ${email}  ${held}  API keys: ${api_keys}\n`)
  process.stdout.write(asked.json ? `${JSON.stringify(rows)}\n` : lines.join(''))
}

/** Prints the link, which the new member opens. */
export async function inviteMember(config: Config, given: unknown): Promise<void> {
  const asked = inviteOptions.parse(given, { error: describeIssue })
  const { token } = await inAccount(config, asked.account, (sql, account_id) =>
    sql.begin(async (tx) => {
      await lockAccount(tx, account_id)
      const invited = { account_id, email: asked.email ?? null, role: asked.role, created_by: null }
      const created = await insertInvitation(tx, invited)
      const change = { action: 'waymark members invite', summary: 'Invite a member', object_ids: [created.id] }
      await recordChange(tx, cliOrigin(account_id), { ...change, after: { role: asked.role } })
      return created
    }),
  )
  process.stdout.write(`${invitationUrl(config.BASE_URL, token)}\n`)
}

export async function setRole(config: Config, email: string, wanted: string, given: object): Promise<void> {
  const asked = oneMember.extend({ role }).parse({ email, role: wanted, ...given }, { error: describeIssue })
  const changed = await inAccount(config, asked.account, async (sql, account_id) => {
    const user_id = await idOf(sql, asked.email)
    return await sql.begin(async (tx) => {
      const done = await changeRole(tx, { account_id, user_id, by: null }, asked.role)
      if (typeof done === 'string') return done
      const roles = { before: { role: done.from }, after: { role: asked.role } }
      await record(tx, account_id, { name: 'members role', summary: 'Change the role of a member', user_id, ...roles })
      return done
    })
  })
  if (typeof changed === 'string') throw refused(changed)
  process.stdout.write(`${changed.email} is now ${asked.role}.\n`)
}

export async function removeFromAccount(config: Config, email: string, given: object): Promise<void> {
  const asked = oneMember.parse({ email, ...given }, { error: describeIssue })
  const removed = await inAccount(config, asked.account, async (sql, account_id) => {
    const user_id = await idOf(sql, asked.email)
    return await sql.begin(async (tx) => {
      const done = await removeMember(tx, { account_id, user_id, by: null })
      if (typeof done !== 'string')
        await record(tx, account_id, { name: 'members remove', summary: 'Remove a member', user_id })
      return done
    })
  })
  if (typeof removed === 'string') throw refused(removed)
  const keys = removed.api_keys.map(({ id, name }) => `  ${id}  ${name.replace(/\p{C}/gu, '')}\n`).join('')
  const review = keys === '' ? '' : `API keys that they created keep working. Revoke those not needed:\n${keys}`
  process.stdout.write(`${removed.email} was removed and signed out.\n${review}`)
}

export async function printResetLink(config: Config, given: string): Promise<void> {
  const email = userEmail.parse(given)
  const created = await withPostgres(config, async (sql) => {
    await idOf(sql, email)
    return await insertReset(sql, email, fromCli)
  })
  if (created === null) throw new Error('This user has 3 open links. Try again in 30 minutes.')
  process.stdout.write(`${resetUrl(config.BASE_URL, created.token)}\n`)
}

/** Default: the first account. */
async function inAccount<Result>(
  config: Config,
  id: string | undefined,
  run: (sql: Sql, accountId: string) => Promise<Result>,
): Promise<Result> {
  return await withPostgres(config, async (sql) => {
    if (id !== undefined && !(await hasRows(sql, sql`accounts where id = ${id}`)))
      throw new Error(`There is no account with the ID ${id}.`)
    return await run(sql, id ?? (await ensureFirstAccount(sql, config.DEFAULT_PLAN)))
  })
}

interface MemberChange {
  name: string
  summary: string
  user_id: string
  before?: { role: string }
  after?: { role: string }
}

const record = (tx: Tx, accountId: string, { name, summary, user_id, ...roles }: MemberChange) =>
  recordChange(tx, cliOrigin(accountId), { action: `waymark ${name}`, summary, object_ids: [user_id], ...roles })

async function idOf(sql: Sql, email: string): Promise<string> {
  const user = await findUser(sql, email)
  if (user === null) throw new Error(`There is no user with the email address ${email}.`)
  return user.id
}

const refused = (why: string) =>
  new Error(
    why === 'last-owner'
      ? 'An account needs at least one owner. Make another member an owner first.'
      : 'This user is not a member of the account.',
  )
