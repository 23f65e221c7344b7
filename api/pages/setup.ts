import type { FastifyInstance } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { hasUsers } from '#model/accounts/users.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { isSetupToken, setUp } from '../accounts/set-up.ts'
import { sessionCookie } from '../frame/auth/cookies.ts'
import { refuseForeignForm } from '../frame/auth/csrf.ts'
import { alert, field, hidden, readField } from './forms.ts'
import { html } from './html.ts'
import { goTo, sendPage } from './page.ts'
import type { PageServices } from './page-services.ts'

/** Creates the first user, with the one-time link printed on the first start. The page is gone once a user exists. */
export function serveSetup(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, root } = services

  async function readToken(token: unknown): Promise<string | null> {
    // Checked before the users: a concurrent setup consumes the token and adds the user in one transaction.
    const holds = typeof token === 'string' && token !== '' && (await isSetupToken(sql, token))
    if (await hasUsers(sql)) throw closed()
    return holds ? token : null
  }

  pages.get<{ Querystring: { token?: unknown } }>('/setup', async (request, reply) => {
    const token = await readToken(request.query.token)
    return sendPage(reply, token === null ? needsToken : setupPage({ token, email: '' }))
  })

  pages.post('/setup', async (request, reply) => {
    refuseForeignForm(request.headers, config.BASE_URL)
    const token = await readToken(readField(request, 'token'))
    if (token === null) return sendPage(reply, needsToken)
    const email = readField(request, 'email')
    const given = { email: userEmail.safeParse(email), password: newPassword.safeParse(readField(request, 'password')) }
    if (!given.email.success || !given.password.success) {
      const errors = {
        email: given.email.error?.issues[0]?.message,
        password: given.password.error?.issues[0]?.message,
      }
      return sendPage(reply, { ...setupPage({ token, email, errors }), status: 422 })
    }
    const owner = await setUp(services, given.email.data, given.password.data)
    if (owner === null) throw closed()
    const session = await openSession(sql, owner, request.headers['user-agent'], request.ip)
    if (session !== null) reply.header('set-cookie', sessionCookie(config, session))
    return goTo(reply, `${root}/app`)
  })
}

/** The page without a valid token. The log has the link, so that only someone who runs the server can use it. */
export const needsToken = {
  title: 'Set up',
  status: 403,
  body: html`<div class="card">
<h1>Set up Waymark</h1>
<p class="dim">Open the one-time setup link to create the owner account. It is printed where Waymark runs:</p>
<ul class="steps">
<li>Started with <strong>npm start</strong>: in that terminal, after “First run: open”.</li>
<li>In <strong>containers</strong>: in the log of the API.<code>docker compose logs api</code></li>
</ul>
<p class="hint">A link works for 24 hours. Waymark then prints a new one.</p>
</div>`,
}

const closed = () => new ApiError('NOT_FOUND', 'Waymark is already set up.')

interface Filled {
  token: string
  email: string
  errors?: { email?: string | undefined; password?: string | undefined }
}

const setupPage = ({ token, email, errors = {} }: Filled) => ({
  title: 'Set up',
  body: html`<div class="card">
<h1>Set up Waymark</h1>
<p class="dim">Create the owner account. This page is no longer available after setup.</p>
${alert((errors.email ?? errors.password) ? 'Fix the errors below.' : undefined)}
<form method="post" action="setup">
${hidden('token', token)}
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, error: errors.email })}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 10 characters. A few random words work well.',
  error: errors.password,
})}
<button class="main">Create account</button>
</form>
</div>`,
})
