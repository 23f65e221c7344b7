import { mintKey } from '#model/accounts/key-format.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import type { KnownUser } from '#model/accounts/sessions.ts'
import { insertOwner } from '#model/accounts/users.ts'
import { mcpAudience, restAudience } from '#model/oauth/audience.ts'
import { scopes } from '#schemas/scopes.ts'
import { csrfToken } from '../../api/frame/auth/csrf.ts'
import { createAccessToken } from '../factories/access-token.ts'
import { createAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import type { Dice } from '../guarantees/dice.ts'
import { fresh } from './make-value.ts'
import type { FuzzStack } from './start-stack.ts'

export interface Caller {
  as: string
  headers: Record<string, string>
}

export const password = 'correct horse battery'

/** Every way to call the API: with valid credentials of two accounts, with broken ones, and with none. */
export interface Callers {
  pick(dice: Dice): Caller
  /** A valid session, for calls of the dashboard. */
  session(): Caller
  /** The account whose objects the fuzz creates. */
  key(): Caller
  email: string
  /** Replaces credentials, since calls revoke keys, end sessions and disconnect apps. */
  renew(): Promise<void>
}

export async function createCallers(stack: FuzzStack): Promise<Callers> {
  const { sql } = stack
  const [own, other] = [await createAccount(sql, { plan: 'enterprise' }), await createAccount(sql, { plan: 'free' })]
  const email = `${fresh()}@example.com`
  const user = await insertOwner(sql, own.id, email, await hashPassword(password))
  if (user === null) throw new Error('the user was not created')
  const audience = [restAudience(stack.config), mcpAudience(stack.config)]
  const make = async () => ({
    key: bearer('key', (await createKey(sql, own)).key),
    other: bearer('key of another account', (await createKey(sql, other)).key),
    reader: bearer('key that may only read', (await createKey(sql, own, ['read'])).key),
    token: bearer('access token', (await createAccessToken(stack, own, { scopes, audience, user })).token),
    session: await makeSession(stack, user),
  })
  let valid = await make()
  return {
    email,
    key: () => valid.key,
    session: () => valid.session,
    pick: (dice) => {
      const roll = dice.roll()
      if (roll < 0.45) return valid.key
      if (roll < 0.65) return valid.session
      if (roll < 0.78) return valid.token
      if (roll < 0.86) return valid.other
      if (roll < 0.9) return valid.reader
      return dice.pick(broken())
    },
    renew: async () => {
      valid = await make()
    },
  }
}

const bearer = (as: string, secret: string): Caller => ({ as, headers: { authorization: `Bearer ${secret}` } })

async function makeSession({ sql, config }: FuzzStack, user: KnownUser): Promise<Caller> {
  const token = await openSession(sql, user)
  if (token === null) throw new Error('the session was not opened')
  const headers = { cookie: `waymark=${token}`, origin: config.BASE_URL, 'x-csrf-token': csrfToken(token) }
  return { as: 'session', headers }
}

const broken = (): Caller[] => [
  { as: 'nobody', headers: {} },
  bearer('unknown key', mintKey()),
  bearer('malformed key', 'wm_short'),
  bearer('long key', 'k'.repeat(9_000)),
  bearer('forged token', 'eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiIxIn0.'),
  bearer('odd token', '.'.repeat(3_000)),
  { as: 'basic credentials', headers: { authorization: 'Basic Og==' } },
  { as: 'an unknown session', headers: { cookie: `waymark=${'A'.repeat(43)}`, origin: 'http://localhost:3000' } },
  { as: 'a session without a value', headers: { cookie: 'waymark=; waymark=x; =; ;;' } },
]
