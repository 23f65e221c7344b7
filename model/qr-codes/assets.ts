import type { Sql, Tx } from '#runtime/postgres.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { countRows, type Page } from '../rows.ts'

/** Logos per account. Each is at most 1 MB. */
export const mostAssets = 200

export interface AssetRow {
  id: string
  name: string | null
  mime_type: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

const columns = (sql: Sql) => sql`id, name, mime_type, width, height, length(content) as bytes, created_at`

interface NewAsset extends Omit<AssetRow, 'bytes' | 'created_at'> {
  account_id: string
  content: Buffer
}

/** undefined if the account is at its limit. The lock makes concurrent requests count one after the other. */
export async function insertAsset(sql: Sql, asset: NewAsset, most: number): Promise<AssetRow | undefined> {
  return await sql.begin(async (tx) => {
    await lockAccount(tx, asset.account_id)
    const [row] = await tx<AssetRow[]>`
      insert into qr_assets (id, account_id, name, mime_type, width, height, content)
      select ${asset.id}, ${asset.account_id}, ${asset.name}, ${asset.mime_type}, ${asset.width}, ${asset.height},
        ${asset.content}
      where (select count(*) from qr_assets where account_id = ${asset.account_id}) < ${most}
      returning id, name, mime_type, width, height, length(content) as bytes, created_at`
    return row
  })
}

export async function selectAssets(sql: Sql, accountId: string, { limit, offset }: Page): Promise<AssetRow[]> {
  return await sql<AssetRow[]>`
    select ${columns(sql)}
    from qr_assets
    where account_id = ${accountId}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countAssets = (sql: Sql, accountId: string): Promise<number> =>
  countRows(sql, sql`qr_assets where account_id = ${accountId}`)

export async function selectLogo(sql: Sql, accountId: string, id: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content
    from qr_assets
    where id = ${id} and account_id = ${accountId}`
  return row?.content
}

export async function removeAsset(sql: Tx, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from qr_assets
    where id = ${id} and account_id = ${accountId}`
  return count > 0
}
