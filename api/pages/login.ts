import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openSession } from '#model/accounts/open-session.ts'
import { hasUsers } from '#model/accounts/users.ts'
import { startCodeStep } from './code-step.ts'
import { allowOnward, explainNoSession, finishSignIn } from './finish-sign-in.ts'
import { alert, checkGuardedForm, field, guardForm, hidden, readField } from './forms.ts'
import { type Html, html, nothing } from './html.ts'
import { nextPath } from './next-path.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { allowScript, passkeyForm, rejectedPasskey } from './passkey-sign-in.ts'
import { needsToken } from './setup.ts'

/** Signs a user in, then returns to the page that required it. */
export function serveLogin(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, passwords, passkeys, root } = services
  const readNext = (wanted: unknown) => nextPath(wanted, config.BASE_URL, `${root}/app`)

  /** Remembered: once there is a user, the page needs no query. */
  let isSetUp = false

  /** With the button of passkeys, where browsers have them. */
  async function sendLogin(request: FastifyRequest, reply: FastifyReply, filled: Omit<Filled, 'guard' | 'passkey'>) {
    const guard = guardForm(request, reply, config)
    await allowOnward(services, reply, filled.next)
    const hasPasskeys = passkeys.party !== null
    if (hasPasskeys) allowScript(reply)
    const passkey = hasPasskeys
      ? passkeyForm(root, {
          path: '/login/passkey',
          fields: [guard, hidden('next', filled.next)],
          label: 'Sign in with a passkey',
        })
      : nothing
    const status = filled.error === undefined ? 200 : 401
    return sendPage(reply, { ...loginPage({ ...filled, guard, passkey }), status })
  }

  pages.get<{ Querystring: { next?: unknown; passkey?: unknown } }>('/login', async (request, reply) => {
    const next = readNext(request.query.next)
    if ((await findVisitor(services, request)) !== null) return goTo(reply, next)
    isSetUp ||= await hasUsers(sql)
    if (!isSetUp) return sendPage(reply, { ...needsToken, status: 200 })
    const isRejected = request.query.passkey === 'rejected'
    return await sendLogin(request, reply, { next, ...(isRejected && { error: rejectedPasskey }) })
  })

  pages.post('/login', async (request, reply) => {
    checkGuardedForm(request, config)
    const next = readNext(readField(request, 'next'))
    const email = readField(request, 'email')
    const user = await passwords.check({ email, password: readField(request, 'password'), address: request.ip })
    const codeStep = user && (await startCodeStep(services, reply, user, next))
    if (codeStep !== null) return codeStep
    const session = user && (await openSession(sql, user, request.headers['user-agent'], request.ip))
    if (session !== null) return await finishSignIn(services, request, reply, { session, next })
    const error = user === null ? wrong : ((await explainNoSession(services, user.id)) ?? wrong)
    return await sendLogin(request, reply, { next, email, error })
  })
}

/** One message for both cases, so that it does not reveal which emails are registered. */
const wrong = 'Wrong email or password.'

interface Filled {
  guard: Html
  passkey: Html
  next: string
  email?: string
  error?: string
}

const loginPage = ({ guard, passkey, next, email = '', error }: Filled) => ({
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
${passkey}
</div>
<p class="small"><a href="login/sso?next=${encodeURIComponent(next)}">Sign in with single sign-on</a></p>
<p class="small"><a href="login/forgot">Forgot your password?</a></p>`,
})
