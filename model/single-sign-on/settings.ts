import { emailHost } from '#core/email-host.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { SingleSignOnSettings as Settings } from '#schemas/single-sign-on.ts'
import { endSessions } from '../accounts/session-locks.ts'
import { sealSecret } from '../installation/stored-secrets.ts'
import { hasRows } from '../rows.ts'

interface StoredSettings extends Settings {
  client_secret: string
}

async function selectSettings(sql: Sql | Tx, accountId: string): Promise<StoredSettings | null> {
  const [row] = await sql<StoredSettings[]>`
    select issuer, client_id, client_secret, role, is_required, array(
      select host
      from single_sign_on_domains
      join domains on domains.id = single_sign_on_domains.domain_id
      where single_sign_on_domains.account_id = single_sign_on.account_id
      order by host
    ) as domains
    from single_sign_on
    where account_id = ${accountId}`
  return row ?? null
}

/** The settings of an account, without the secret. null: it does not use single sign-on. */
export async function findSettings(sql: Sql | Tx, accountId: string): Promise<Settings | null> {
  const row = await selectSettings(sql, accountId)
  return row === null ? null : withoutSecret(row)
}

const withoutSecret = ({ client_secret: _, ...settings }: StoredSettings): Settings => settings

/** What is needed to call the provider of an account. */
export interface ProviderAccess {
  issuer: string
  client_id: string
  client_secret: string
}

export async function findProvider(sql: Sql, keys: SecretKeys, accountId: string): Promise<ProviderAccess | null> {
  const row = await selectSettings(sql, accountId)
  if (row === null) return null
  const { issuer, client_id, client_secret } = row
  return { issuer, client_id, client_secret: keys.open('client secret', client_secret) }
}

/** The account whose members have email addresses of this domain, if it uses single sign-on. */
export async function findAccountOfDomain(sql: Sql | Tx, host: string): Promise<string | null> {
  const [row] = await sql<{ account_id: string }[]>`
    select single_sign_on_domains.account_id
    from single_sign_on_domains
    join domains on domains.id = single_sign_on_domains.domain_id
    where domains.host = ${host} and domains.status = 'verified'`
  return row?.account_id ?? null
}

/**
 * Whether single sign-on decides who has this email address. Users cannot choose such an address themselves: they would wait
 * there for a colleague, whose sign-in would connect with their user.
 */
export const isClaimed = async (tx: Tx, email: string): Promise<boolean> =>
  (await findAccountOfDomain(tx, emailHost(email))) !== null

/** Whether members may be created with email addresses of this domain. */
export const isOwnDomain = (tx: Tx, accountId: string, host: string): Promise<boolean> =>
  hasRows(
    tx,
    tx`single_sign_on_domains
      join domains on domains.id = single_sign_on_domains.domain_id
      where single_sign_on_domains.account_id = ${accountId} and domains.host = ${host} and domains.status = 'verified'`,
  )

export interface NewSettings extends Settings {
  account_id: string
  /** undefined: the stored one stays. */
  client_secret: string | undefined
  /** The session that makes the change, which stays open. */
  session_id: Buffer
}

type Refused = { kind: 'no-secret' } | { kind: 'domain'; host: string }

/**
 * Call under the lock of the account. Ends sessions that another provider opened, sign-ins that are on their way, and, if single
 * sign-on becomes required, the sessions of members who used their password.
 */
export async function saveSettings(
  tx: Tx,
  keys: SecretKeys,
  given: NewSettings,
): Promise<Refused | { kind: 'saved'; before: Settings | null }> {
  const { account_id, issuer, client_id, role, is_required, domains, session_id } = given
  const before = await selectSettings(tx, account_id)
  // The stored secret never goes to another provider, which would reveal it.
  const isSame = before?.issuer === issuer && before.client_id === client_id
  if (given.client_secret === undefined && !isSame) return { kind: 'no-secret' }
  const verified = await selectVerified(tx, account_id, domains)
  const missing = domains.find((host) => !verified.some((one) => one.host === host))
  if (missing !== undefined) return { kind: 'domain', host: missing }
  const secret =
    given.client_secret === undefined
      ? before?.client_secret
      : await sealSecret(tx, keys, 'client secret', given.client_secret)
  const row = { account_id, issuer, client_id, client_secret: secret ?? '', role, is_required }
  await tx`
    insert into single_sign_on ${tx(row)}
    on conflict (account_id) do update
    set ${tx(row, 'issuer', 'client_id', 'client_secret', 'role', 'is_required')}`
  await tx`delete from single_sign_on_domains where account_id = ${account_id}`
  if (verified.length > 0) {
    const rows = verified.map(({ id }) => ({ account_id, domain_id: id }))
    await tx`insert into single_sign_on_domains ${tx(rows)}`
  }
  await tx`delete from sign_in_attempts where account_id = ${account_id}`
  if (!isSame) await endProviderSessions(tx, account_id, session_id)
  if (is_required) await endPasswordSessions(tx, account_id, session_id)
  return { kind: 'saved', before: before === null ? null : withoutSecret(before) }
}

/** They cannot be deleted before the transaction ends. */
async function selectVerified(tx: Tx, accountId: string, hosts: readonly string[]) {
  return await tx<{ id: string; host: string }[]>`
    select id, host
    from domains
    where account_id = ${accountId} and type = 'branded' and status = 'verified' and host = any(${[...hosts]})
    for key share`
}

/** Call under the lock of the account. Ends the sessions that the provider opened, except this one. */
export async function deleteSettings(tx: Tx, accountId: string, sessionId: Buffer): Promise<boolean> {
  const { count } = await tx`delete from single_sign_on where account_id = ${accountId}`
  if (count === 0) return false
  await endProviderSessions(tx, accountId, sessionId)
  return true
}

/** Members can use their passwords again. False if single sign-on is not required. */
export async function makeOptional(tx: Tx, accountId: string): Promise<boolean> {
  const { count } = await tx`
    update single_sign_on
    set is_required = false
    where account_id = ${accountId} and is_required`
  return count > 0
}

async function endProviderSessions(tx: Tx, accountId: string, keptId: Buffer): Promise<void> {
  await endSessions(tx, tx`provider_account_id = ${accountId} and id <> ${keptId}`)
}

async function endPasswordSessions(tx: Tx, accountId: string, keptId: Buffer): Promise<void> {
  const others = tx`(select user_id from memberships where account_id = ${accountId} and role <> 'owner')`
  await endSessions(
    tx,
    tx`account_id = ${accountId} and provider_account_id is null and id <> ${keptId} and user_id in ${others}`,
  )
}
