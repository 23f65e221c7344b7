import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken } from '#model/accounts/open-session.ts'
import { signAccessToken } from '#model/oauth/access-token.ts'
import { SigningKeys } from '#model/oauth/signing-keys.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { Scope } from '#schemas/scopes.ts'
import type { TestStores } from '../stack/stores.ts'
import type { TestAccount } from './account.ts'
import { createUser } from './user.ts'

const longEnoughMs = 3_600_000
const owners = new Map<string, Promise<{ id: string }>>()

/** An access token with a separate grant, as the token endpoint issues it. */
export async function createAccessToken(
  { sql, config }: Pick<TestStores, 'sql' | 'config'>,
  account: TestAccount,
  { scopes, audience, user }: { scopes: readonly Scope[]; audience: string[]; user?: { id: string } },
): Promise<{ token: string; grant_id: string }> {
  const [grant_id, clientId, grantSecret] = [randomUUID(), randomUUID(), randomBytes(32).toString('base64url')]
  const userId = (user ?? (await ownerOf(sql, account))).id
  await sql`
    insert into oauth_clients (id, token_endpoint_auth_method, client_name, redirect_uris, grant_types, response_types, scopes)
    values (${clientId}, 'none', 'Agent', '{}', '{authorization_code}', '{code}', ${[...scopes]})`
  const ends_at = new Date(Date.now() + longEnoughMs)
  const grant = { id: grant_id, client_id: clientId, account_id: account.id, user_id: userId, audience, ends_at }
  const code = { code_hash: randomBytes(32), code_expires_at: ends_at, redirect_uri: 'http://localhost/' }
  const row = { ...grant, ...code, scopes: [...scopes], secret_hash: hashToken(grantSecret), redeemed_at: new Date() }
  await sql`insert into oauth_grants ${sql(row)}`
  const claims = { issuer: config.BASE_URL, audience, userId, clientId, scopes, grantSecret }
  return { grant_id, token: await signAccessToken(new SigningKeys(sql, new SecretKeys(config)), claims) }
}

function ownerOf(sql: TestStores['sql'], account: TestAccount): Promise<{ id: string }> {
  const owner = owners.get(account.id) ?? createUser(sql, account, 'correct horse battery')
  owners.set(account.id, owner)
  return owner
}
