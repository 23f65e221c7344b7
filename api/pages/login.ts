import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { selectMemberships } from '#model/accounts/memberships.ts'
import { hashToken, openSession } from '#model/accounts/open-session.ts'
import { deleteSession } from '#model/accounts/sessions.ts'
import { hasUsers } from '#model/accounts/users.ts'
import { readCookie, sessionCookie, setCookie } from '../frame/auth/cookies.ts'
import { readAuthorization } from '../oauth/authorization-request.ts'
import { policySource } from '../oauth/redirect-uri.ts'
import { alert, checkGuardedForm, field, guardForm, hidden, readField } from './forms.ts'
import { type Html, html } from './html.ts'
import { nextPath } from './next-path.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { needsToken } from './setup.ts'
import { policyWithForms } from './style.ts'

/** Signs a user in, then returns to the page that required it. */
export function serveLogin(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, passwords, root } = services
  const readNext = (wanted: unknown) => nextPath(wanted, config.BASE_URL, `${root}/app`)

  /** Remembered: once there is a user, the page needs no query. */
  let isSetUp = false

  pages.get<{ Querystring: { next?: unknown } }>('/login', async (request, reply) => {
    const next = readNext(request.query.next)
    if ((await findVisitor(services, request)) !== null) return goTo(reply, next)
    isSetUp ||= await hasUsers(sql)
    if (!isSetUp) return sendPage(reply, { ...needsToken, status: 200 })
    await allowOnward(reply, next)
    return sendPage(reply, loginPage({ guard: guardForm(request, reply, config), next }))
  })

  pages.post('/login', async (request, reply) => {
    checkGuardedForm(request, config)
    const next = readNext(readField(request, 'next'))
    const email = readField(request, 'email')
    const user = await passwords.check({ email, password: readField(request, 'password'), address: request.ip })
    const session = user && (await openSession(sql, user, request.headers['user-agent'], request.ip))
    if (session === null) {
      const guard = guardForm(request, reply, config)
      await allowOnward(reply, next)
      const isInAccount = user === null || (await selectMemberships(sql, user.id)).length > 0
      return sendPage(reply, {
        ...loginPage({ guard, next, email, error: isInAccount ? wrong : noAccount }),
        status: 401,
      })
    }
    await endFormerSession(request)
    return goTo(signIn(reply, session), next)
  })

  /** If the app is already authorized, sign-in redirects straight to it, so this form's policy must allow that target. */
  async function allowOnward(reply: FastifyReply, next: string): Promise<void> {
    const start = `${root}/mcp/oauth/authorize?`
    if (!next.startsWith(start)) return
    const reading = await readAuthorization(services, new URLSearchParams(next.slice(start.length)))
    if (reading.kind !== 'valid') return
    reply.header('content-security-policy', policyWithForms(policySource(reading.request.redirect_uri)))
  }

  async function endFormerSession({ headers }: FastifyRequest): Promise<void> {
    const former = readCookie(config, 'session', headers.cookie)
    if (former !== undefined) await deleteSession(sql, hashToken(former))
  }

  const signIn = (reply: FastifyReply, session: string) =>
    reply.header('set-cookie', [sessionCookie(config, session), setCookie(config, 'form', '', 0)])
}

/** One message for both cases, so that it does not reveal which emails are registered. */
const wrong = 'Wrong email or password.'

/** After the right password, so that it reveals nothing to others. */
const noAccount = 'You are not a member of any account. Ask for an invitation.'

interface Filled {
  guard: Html
  next: string
  email?: string
  error?: string
}

const loginPage = ({ guard, next, email = '', error }: Filled) => ({
  title: 'Sign in',
  body: html`<div class="card">
<h1>Sign in</h1>
${alert(error)}
<form method="post" action="login">
${guard}
${hidden('next', next)}
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button class="main">Sign in</button>
</form>
</div>
<p class="small"><a href="login/forgot">Forgot your password?</a></p>`,
})
