import { cutAddress, normalizeAddress } from '#core/visits/address.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Actor, AuditEntryRow, AuditFilter, SettingValues } from '#schemas/audit.ts'
import { withOrigin } from '../history/change-origin.ts'
import { countRows, type Page } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { cliActor } from './actor.ts'
import { changedRows } from './changed-rows.ts'

export const auditYears = 1

/** Where a change came from. */
export interface Origin {
  account_id: string
  actor: Actor
  /** The IP address of the client, of which only the network is stored; null for the command line. */
  address: string | null
}

/** Where a change to a user came from, which is recorded in each of their accounts. */
export type UserOrigin = Omit<Origin, 'account_id'>

export const fromCli: UserOrigin = { actor: cliActor, address: null }
export const cliOrigin = (account_id: string): Origin => ({ account_id, ...fromCli })

export interface Change {
  action: string
  summary: string
  object_ids?: readonly string[]
  fields?: readonly string[]
  before?: SettingValues | null
  after?: SettingValues | null
}

/** Adds an entry, in the transaction of the change. */
export async function recordChange(tx: Tx, origin: Origin, change: Change): Promise<void> {
  await insertEntry(tx, origin, change, tx`true`)
}

/** Adds an entry to each account of a user. */
export async function recordOfUser(tx: Tx, userId: string, origin: UserOrigin, change: Change): Promise<void> {
  const accounts = await tx<{ account_id: string }[]>`select account_id from memberships where user_id = ${userId}`
  for (const { account_id } of accounts) await recordChange(tx, { ...origin, account_id }, change)
}

/** How many rows the connection had changed before a transaction, in these tables. The end must count the same ones. */
export interface Mark {
  tables: readonly number[]
  rows: string
}

/**
 * Call at the start of a transaction that recordIfChanged() may end. Returns a mark for it. The history of the objects that
 * the transaction changes names the actor.
 */
export async function markChanges(tx: Tx, actor: Actor, tables: readonly number[]): Promise<Mark> {
  const [row] = await tx<{ rows: string }[]>`
    select ${changedRows(tx, tables)}::text as rows, ${withOrigin(tx, { actor })}`
  return { tables, rows: row?.rows ?? '0' }
}

/** Adds an entry only if the transaction has changed a row since the mark. False if not. */
export const recordIfChanged = (tx: Tx, origin: Origin, change: Change, { tables, rows }: Mark): Promise<boolean> =>
  insertEntry(tx, origin, change, tx`${changedRows(tx, tables)} > ${rows}::numeric`)

async function insertEntry(
  tx: Tx,
  { account_id, actor, address }: Origin,
  { action, summary, object_ids = [], fields = [], before = null, after = null }: Change,
  applies: Part,
): Promise<boolean> {
  const network = address === null ? null : cutAddress(normalizeAddress(address))
  const json = (value: SettingValues | null) => (value === null ? null : tx.json(value))
  const [row] = await tx<(AuditEntryRow & { at: Date; is_heard: boolean })[]>`
    insert into audit_log (id, account_id, actor_type, actor_id, actor_name, action, summary, object_ids, fields,
      network, before, after)
    select ${uuidv7()}::uuid, ${account_id}::uuid, ${actor.type}, ${actor.id}, ${actor.name}, ${action}, ${summary},
      ${[...object_ids]}::text[], ${[...fields]}::text[], ${network}, ${json(before)}::jsonb, ${json(after)}::jsonb
    where ${applies}
    returning ${columns(tx)}, exists (
      select from webhooks where account_id = audit_log.account_id and is_active and 'audit.recorded' = any(events)
    ) as is_heard`
  if (row === undefined) return false
  const { is_heard, ...entry } = row
  if (is_heard) await announce(tx, account_id, 'audit.recorded', { ...entry, at: entry.at.toISOString() })
  return true
}

const columns = (sql: Sql | Tx) => sql`
  id, at, jsonb_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor, action, summary,
  object_ids, fields, network, before, after`

/** Entries of an account, newest first. */
export async function selectEntries(
  sql: Sql,
  accountId: string,
  filter: AuditFilter,
  { limit, offset }: Page,
): Promise<AuditEntryRow[]> {
  return await sql<AuditEntryRow[]>`
    select ${columns(sql)}
    from audit_log
    where ${matches(sql, accountId, filter)}
    order by at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countEntries = (sql: Sql, accountId: string, filter: AuditFilter): Promise<number> =>
  countRows(sql, sql`audit_log where ${matches(sql, accountId, filter)}`)

/** All entries, newest first, for an export. Between two pages, no connection is in use. */
export async function* readEntryPages(
  sql: Sql,
  accountId: string,
  filter: AuditFilter,
  atOnce: number,
): AsyncGenerator<AuditEntryRow[]> {
  for (let last: string | undefined; ; ) {
    const isNext = last === undefined ? sql`true` : sql`(at, id) < (select at, id from audit_log where id = ${last})`
    const rows = await sql<AuditEntryRow[]>`
      select ${columns(sql)}
      from audit_log
      where ${matches(sql, accountId, filter)} and ${isNext}
      order by at desc, id desc
      limit ${atOnce}`
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    last = rows.at(-1)?.id
  }
}

function matches(sql: Sql, accountId: string, { actor_type, search, start, end }: AuditFilter) {
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`
    account_id = ${accountId}
    ${actor_type === undefined ? sql`` : sql`and actor_type = ${actor_type}`}
    ${start === undefined ? sql`` : sql`and at >= ${start}`}
    ${end === undefined ? sql`` : sql`and at < ${end}`}
    ${
      search === undefined || search === ''
        ? sql``
        : // The dashboard calls a short URL a link, also in summaries.
          sql`and (
            actor_name ilike ${pattern} or summary ilike ${pattern}
            or replace(summary, 'short URL', 'link') ilike ${pattern} or ${search} = any(object_ids))`
    }`
}
