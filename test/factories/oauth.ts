import { randomBytes } from 'node:crypto'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { scopes } from '#schemas/scopes.ts'
import { readMetadata, registerClient } from '../../api/oauth/register-client.ts'
import type { TestAccount } from './account.ts'

/** An app connected to the account, with a user. */
export async function createConnectedApp(sql: Sql, account: TestAccount): Promise<{ id: string }> {
  const client = await registerClient(
    sql,
    readMetadata({ client_name: 'Test app', redirect_uris: ['https://app.example/cb'] }),
  )
  const [id, userId] = [uuidv7(), uuidv7()]
  const email = `${randomBytes(6).toString('hex')}@example.com`
  await sql`insert into users (id, email, password_hash) values (${userId}, ${email}, 'none')`
  await sql`
    insert into oauth_consents (id, account_id, user_id, client_id, scopes)
    values (${id}, ${account.id}, ${userId}, ${client.client_id}, ${scopes})`
  return { id }
}
