import { ApiError } from '#core/api-error.ts'
import { type Sql, type Tx, violates } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type UtmValues, utmFields } from '#schemas/utm-fields.ts'
import type { CreateUtmTemplateBody, ListUtmTemplatesQuery, UtmTemplate } from '#schemas/utm-templates.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { countRows, type Page, theRow } from '../rows.ts'

type Statement = Sql | Tx

/** Templates per account. */
export const mostTemplates = 200

export type UtmTemplateSettings = UtmValues & { name: string }

interface UtmTemplateRow extends UtmTemplateSettings {
  id: string
  created_at: Date
  updated_at: Date
}

const columns = (sql: Statement) => sql`id, name, ${sql(utmFields)}, created_at, updated_at`

const describe = ({ created_at, updated_at, ...row }: UtmTemplateRow): UtmTemplate => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const describeOne = (rows: readonly UtmTemplateRow[]): UtmTemplate | undefined => rows.map(describe)[0]

/** Throws CONFLICT if the account has too many templates. The lock makes concurrent requests count one after the other. */
export async function refuseTooManyTemplates(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  if ((await countRows(tx, tx`utm_templates where account_id = ${accountId}`)) < mostTemplates) return
  const message = `An account can have at most ${mostTemplates} UTM templates. Delete one first.`
  throw new ApiError('CONFLICT', message, { limit: mostTemplates })
}

export async function insertUtmTemplate(tx: Tx, accountId: string, body: CreateUtmTemplateBody): Promise<UtmTemplate> {
  const rows = await tx<UtmTemplateRow[]>`
    insert into utm_templates ${tx({ id: uuidv7(), account_id: accountId, ...body })}
    returning ${columns(tx)}`.catch(refuseTakenName)
  return describe(theRow(rows, 'the new UTM template was not returned'))
}

/** By name. */
export async function selectUtmTemplates(
  sql: Sql,
  accountId: string,
  query: ListUtmTemplatesQuery,
  page: Page,
): Promise<UtmTemplate[]> {
  const rows = await sql<UtmTemplateRow[]>`
    select ${columns(sql)}
    from utm_templates
    where ${matches(sql, accountId, query)}
    order by lower(name)
    limit ${page.limit}
    offset ${page.offset}`
  return rows.map(describe)
}

export const countUtmTemplates = (sql: Sql, accountId: string, query: ListUtmTemplatesQuery): Promise<number> =>
  countRows(sql, sql`utm_templates where ${matches(sql, accountId, query)}`)

const matches = (sql: Sql, accountId: string, { search = '' }: ListUtmTemplatesQuery) => sql`
  account_id = ${accountId} and position(lower(${search}::text) in lower(name)) > 0`

export async function selectUtmTemplate(sql: Sql, accountId: string, id: string): Promise<UtmTemplate | undefined> {
  return describeOne(
    await sql<UtmTemplateRow[]>`
    select ${columns(sql)}
    from utm_templates
    where ${isOwn(sql, accountId, id)}`,
  )
}

/** The template, locked, so that its changes wait for each other. */
export async function lockUtmTemplate(tx: Tx, accountId: string, id: string): Promise<UtmTemplate | undefined> {
  return describeOne(
    await tx<UtmTemplateRow[]>`
    select ${columns(tx)}
    from utm_templates
    where ${isOwn(tx, accountId, id)}
    for update`,
  )
}

export async function writeUtmTemplate(
  tx: Tx,
  id: string,
  changes: Partial<UtmTemplateSettings>,
): Promise<UtmTemplate> {
  const rows = await tx<UtmTemplateRow[]>`
    update utm_templates
    set ${tx(changes)}, updated_at = now()
    where id = ${id}
    returning ${columns(tx)}`.catch(refuseTakenName)
  return describe(theRow(rows, `UTM template ${id} vanished under its lock`))
}

/** False if there is none. */
export async function removeUtmTemplate(sql: Tx, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`delete from utm_templates where ${isOwn(sql, accountId, id)}`
  return count > 0
}

export const noSuchUtmTemplate = () => new ApiError('NOT_FOUND', 'UTM template not found.')

const isOwn = (sql: Statement, accountId: string, id: string) => sql`id = ${id} and account_id = ${accountId}`

function refuseTakenName(error: unknown): never {
  if (!violates(error, 'utm_templates_name')) throw error
  throw new ApiError('CONFLICT', 'Another UTM template has this name. Choose a different one.')
}
