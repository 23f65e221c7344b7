import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resetMail } from '#core/mails.ts'
import { clientNetwork, normalizeAddress } from '#core/visits/address.ts'
import { FailedAttempts } from '#model/accounts/failed-attempts.ts'
import { applyReset, deleteReset, findReset, insertReset, resetUrl } from '#model/accounts/password-resets.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { alert, checkGuardedForm, field, guardForm, hidden, readField } from './forms.ts'
import { type Html, html, nothing } from './html.ts'
import { message, sendPage } from './page.ts'
import type { PageServices } from './page-services.ts'

/** Requests per minute of one network. */
const mostRequests = 5

/** Sends a link that sets a new password, and the page of that link. */
export function serveReset(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, root, mailer, log } = services
  const attempts = new FailedAttempts(services)

  pages.get('/login/forgot', async (request, reply) =>
    sendPage(reply, mailer.isOn ? forgotPage({ guard: guardForm(request, reply, config) }) : noMail),
  )

  pages.post('/login/forgot', async (request, reply) => {
    checkGuardedForm(request, config)
    if (!mailer.isOn) return sendPage(reply, noMail)
    const email = userEmail.safeParse(readField(request, 'email'))
    if (!email.success) {
      const error = email.error.issues[0]?.message ?? ''
      const guard = guardForm(request, reply, config)
      return sendPage(reply, { ...forgotPage({ guard, email: readField(request, 'email'), error }), status: 422 })
    }
    const now = Date.now()
    const hash = await attempts.createHash(now)
    await attempts.take(hash('reset', clientNetwork(normalizeAddress(request.ip))), now, mostRequests)
    // Not awaited: the time of the response must not reveal whether there is such a user.
    void sendLink(email.data).catch((error: unknown) => log.error({ err: error }, 'a reset link was not created'))
    return sendPage(reply, sent)
  })

  async function sendLink(email: string): Promise<void> {
    const created = await insertReset(sql, email)
    if (created === null) return
    const isSent = await mailer.send(resetMail(created.email, resetUrl(config.BASE_URL, created.token)))
    // Nobody has the link, and a user can have only a few.
    if (!isSent) await deleteReset(sql, created.token)
  }

  pages.get<{ Querystring: { token?: unknown } }>('/login/reset', async (request, reply) => {
    const token = typeof request.query.token === 'string' ? request.query.token : ''
    if ((await findReset(sql, token)) === null) return sendPage(reply, gone(root))
    return askPassword(request, reply, token)
  })

  pages.post('/login/reset', async (request, reply) => {
    checkGuardedForm(request, config)
    const token = readField(request, 'token')
    if ((await findReset(sql, token)) === null) return sendPage(reply, gone(root))
    const password = newPassword.safeParse(readField(request, 'password'))
    if (!password.success) return askPassword(request, reply, token, password.error.issues[0]?.message)
    const password_hash = await hashPassword(password.data)
    const revokes_access = wantsRevocation(request)
    const isSet = await applyReset(sql, { token, password_hash, revokes_access, address: request.ip })
    return sendPage(reply, isSet ? changed(root) : gone(root))
  })

  function askPassword(request: FastifyRequest, reply: FastifyReply, token: string, error?: string) {
    const guard = [guardForm(request, reply, config), hidden('token', token)]
    const page = resetPage({ guard, error, revokes: wantsRevocation(request) })
    return sendPage(reply, { ...page, status: error === undefined ? 200 : 422 })
  }
}

const wantsRevocation = (request: FastifyRequest): boolean => readField(request, 'revoke_access') === 'yes'

interface Forgot {
  guard: Html
  email?: string
  error?: string
}

const forgotPage = ({ guard, email = '', error }: Forgot) => ({
  title: 'Reset password',
  body: html`<div class="card">
<h1>Reset password</h1>
<p class="dim">Enter your email. If a user has this email, we send a link to set a new password.</p>
<form method="post" action="forgot">
${guard}
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, error })}
<button class="main">Send link</button>
</form>
</div>`,
})

const noMail = {
  title: 'Reset password',
  body: html`<div class="card">
<h1>Reset password</h1>
<p class="dim">This installation cannot send email. Ask the operator of this installation to run this command and send you the link that it prints:</p>
<p><code>waymark members reset-link you@example.com</code></p>
</div>`,
}

const sent = {
  title: 'Reset password',
  body: message('Check your email', 'If a user has this email, we sent a link. It works once, for 30 minutes.'),
}

const toSignIn = (root: string) => html`<p><a href="${root}/login">Sign in</a></p>`

const gone = (root: string) => ({
  title: 'Link expired',
  status: 404,
  body: message(
    'Link expired',
    'The link was used or has expired. Choose “Forgot your password?” on the sign-in page to get a new one.',
    toSignIn(root),
  ),
})

const changed = (root: string) => ({
  title: 'Password changed',
  body: message('Password changed', 'All sessions were signed out. Sign in with the new password.', toSignIn(root)),
})

interface Reset {
  guard: Html[]
  error: string | undefined
  revokes: boolean
}

const resetPage = ({ guard, error, revokes }: Reset) => ({
  title: 'Set a new password',
  body: html`<div class="card">
<h1>Set a new password</h1>
${alert(error === undefined ? undefined : 'Fix the error below.')}
<form method="post" action="reset">
${guard}
${field({
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 10 characters. A few random words work well.',
  error,
})}
<label class="check"><input type="checkbox" name="revoke_access" value="yes" aria-describedby="revoke-hint"${revokes ? html` checked` : nothing}> End all other access</label>
<p class="hint" id="revoke-hint">Revokes your API keys, apps, and open invitations, and all those of accounts that you own. Removes your passkeys and single sign-on connections. This cannot be undone.</p>
<button class="main">Change password</button>
</form>
</div>`,
})
