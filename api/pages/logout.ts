import type { FastifyInstance } from 'fastify'
import { signOut } from '#model/accounts/sessions.ts'
import { noSessionCookie } from '../frame/auth/cookies.ts'
import { refuseForgedForm } from '../frame/auth/csrf.ts'
import { readField } from './forms.ts'
import { goTo } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'

/** Deletes the session in Postgres, not only the browser's cookie. */
export function serveLogout(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, root } = services
  pages.post('/logout', async (request, reply) => {
    const caller = await findVisitor(services, request)
    if (caller !== null) {
      const { csrf_token } = caller.session
      refuseForgedForm(request.headers, readField(request, 'csrf_token'), csrf_token, config.BASE_URL)
      await signOut(sql, caller, request.ip)
      reply.header('set-cookie', noSessionCookie(config))
    }
    return goTo(reply, `${root}/login`)
  })
}
