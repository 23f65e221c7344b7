import { openSession } from '#model/accounts/open-session.ts'
import type { Role } from '#schemas/roles.ts'
import { csrfToken } from '../../../api/frame/auth/csrf.ts'
import type { TestAccount } from '../../factories/account.ts'
import { createMember, type TestMember } from '../../factories/member.ts'
import type { Answer } from './http.ts'
import { api, stores } from './use-api.ts'

/** The default BASE_URL. */
const origin = 'http://localhost:3000'

export interface SignedIn extends TestMember {
  token: string
  /** Sends a request of the dashboard. */
  call: (method: string, path: string, body?: unknown, root?: string) => Promise<Answer>
}

/** A member with this role who is signed in. */
export async function signInAs(role: Role, account: TestAccount): Promise<SignedIn> {
  return await signInMember(await createMember(stores.sql, account, role))
}

export async function signInMember(member: TestMember): Promise<SignedIn> {
  const token = await openSession(stores.sql, member, 'Mozilla/5.0 Firefox/130.0')
  if (token === null) throw new Error('the member could not sign in')
  return { ...member, token, call: (...asked) => send(token, ...asked) }
}

async function send(token: string, method: string, path: string, body?: unknown, root = '/api/app'): Promise<Answer> {
  const response = await fetch(`${api.url}${root}${path}`, {
    method,
    headers: {
      cookie: `waymark=${token}`,
      origin,
      'x-csrf-token': csrfToken(token),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}
