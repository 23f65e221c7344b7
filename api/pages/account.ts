import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { deleteOtherSessions, selectSessions } from '#model/accounts/sessions.ts'
import { changePassword } from '#model/accounts/users.ts'
import { newPassword } from '#schemas/accounts.ts'
import { sessionCookie } from '../frame/auth/cookies.ts'
import { refuseForgedForm } from '../frame/auth/csrf.ts'
import { accountPage, type Errors, type Outcome } from './account-page.ts'
import { readField } from './forms.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'

/** Who am I, where am I signed in, and the password. */
export function serveAccount(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, passwords, root } = services
  const loginFirst = (reply: FastifyReply) => goTo(reply, `${root}/login?next=${encodeURIComponent(`${root}/account`)}`)

  async function show(reply: FastifyReply, caller: SessionCaller, outcome?: Outcome): Promise<FastifyReply> {
    const sessions = await selectSessions(sql, caller.session.user.id, caller.session.id)
    return sendPage(reply, accountPage(caller, sessions, outcome))
  }

  pages.get<{ Querystring: { done?: unknown } }>('/account', async (request, reply) => {
    const caller = await findVisitor(services, request)
    if (caller === null) return loginFirst(reply)
    const { done } = request.query
    return await show(reply, caller, done === 'password' || done === 'sessions' ? { done } : undefined)
  })

  pages.post('/account', async (request, reply) => {
    const caller = await findVisitor(services, request)
    if (caller === null) return loginFirst(reply)
    const { id, user, csrf_token } = caller.session
    refuseForgedForm(request.headers, readField(request, 'csrf_token'), csrf_token, config.BASE_URL)
    switch (readField(request, 'action')) {
      case 'change-password': {
        const errors = await takeNewPassword(request, reply, user.email)
        return errors === null ? goTo(reply, `${root}/account?done=password`) : await show(reply, caller, { errors })
      }
      case 'sign-out-others':
        await deleteOtherSessions(sql, user.id, id)
        return goTo(reply, `${root}/account?done=sessions`)
      default:
        throw new ApiError('BAD_REQUEST', 'This form asks for nothing that is known here.')
    }
  })

  /** Ends every session and opens a new one here: a stolen cookie is worth nothing any more. */
  async function takeNewPassword(request: FastifyRequest, reply: FastifyReply, email: string): Promise<Errors | null> {
    const wanted = newPassword.safeParse(readField(request, 'new_password'))
    if (!wanted.success) return { new_password: wanted.error.issues[0]?.message }
    const password = readField(request, 'current_password')
    const known = await passwords.check({ email, password, address: request.ip })
    if (known === null) return { current_password: 'This is not the current password.' }
    const passwordHash = await hashPassword(wanted.data)
    const changed = await changePassword(sql, known, passwordHash)
    if (!changed) throw new ApiError('CONFLICT', 'The password was changed elsewhere at the same moment.')
    const token = await openSession(sql, { ...known, password_hash: passwordHash }, request.headers['user-agent'])
    if (token !== null) reply.header('set-cookie', sessionCookie(config, token))
    return null
  }
}
