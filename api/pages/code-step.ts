import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasAuthenticator } from '#model/accounts/authenticators.ts'
import { openSession } from '#model/accounts/open-session.ts'
import type { KnownUser } from '#model/accounts/sessions.ts'
import {
  closeTicket,
  holdsTicket,
  openTicket,
  takeAttempt,
  ticketHasPasskey,
  ticketSeconds,
} from '#model/accounts/sign-in-tickets.ts'
import { wrongCodeMessage } from '../accounts/confirm-code.ts'
import { readCookie, setCookie } from '../frame/auth/cookies.ts'
import { allowOnward, explainNoSession, finishSignIn, noSessionPage } from './finish-sign-in.ts'
import { alert, checkGuardedForm, field, guardForm, hidden, readField } from './forms.ts'
import { type Html, html, nothing } from './html.ts'
import { nextPath } from './next-path.ts'
import { goTo, message, sendPage } from './page.ts'
import type { PageServices } from './page-services.ts'
import { allowScript, passkeyForm } from './passkey-sign-in.ts'

/** Starts the second step, for users with an authenticator app. Null for others: the password was enough. */
export async function startCodeStep(
  { sql, config, root }: PageServices,
  reply: FastifyReply,
  user: KnownUser,
  next: string,
): Promise<FastifyReply | null> {
  if (!(await hasAuthenticator(sql, user.id))) return null
  const ticket = await openTicket(sql, user)
  if (ticket === null) return sendPage(reply, endedPage(loginUrl(root, next)))
  reply.header('set-cookie', setCookie(config, 'ticket', ticket, ticketSeconds))
  return goTo(reply, `${root}/login/code?next=${encodeURIComponent(next)}`)
}

/** Asks for a code of the app, or a recovery code. */
export function serveCodeStep(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, codes, passkeys, root } = services
  const readNext = (wanted: unknown) => nextPath(wanted, config.BASE_URL, `${root}/app`)
  const ticketOf = ({ headers }: FastifyRequest) => readCookie(config, 'ticket', headers.cookie) ?? ''
  const ended = (reply: FastifyReply, next: string) =>
    sendPage(reply.header('set-cookie', setCookie(config, 'ticket', '', 0)), endedPage(loginUrl(root, next)))

  async function ask(request: FastifyRequest, reply: FastifyReply, next: string, error?: string) {
    await allowOnward(services, reply, next)
    const guard = guardForm(request, reply, config)
    const passkey = await offerPasskey(reply, ticketOf(request), [guard, hidden('next', next)])
    const page = codePage({ guard, next, login: loginUrl(root, next), error, passkey })
    return sendPage(reply, { ...page, status: error === undefined ? 200 : 401 })
  }

  /** A passkey signs in alone, so it also replaces the code. */
  async function offerPasskey(reply: FastifyReply, ticket: string, fields: Html[]): Promise<Html> {
    if (passkeys.party === null || !(await ticketHasPasskey(sql, ticket))) return nothing
    allowScript(reply)
    return passkeyForm(root, { path: '/login/passkey', fields, label: 'Sign in with a passkey' })
  }

  pages.get<{ Querystring: { next?: unknown } }>('/login/code', async (request, reply) => {
    const next = readNext(request.query.next)
    return (await holdsTicket(sql, ticketOf(request))) ? await ask(request, reply, next) : ended(reply, next)
  })

  pages.post('/login/code', async (request, reply) => {
    checkGuardedForm(request, config)
    const next = readNext(readField(request, 'next'))
    const ticket = ticketOf(request)
    const user = await takeAttempt(sql, ticket)
    if (user === null) return ended(reply, next)
    if (!(await codes.check({ user, code: readField(request, 'code'), address: request.ip })))
      return (await holdsTicket(sql, ticket)) ? await ask(request, reply, next, wrongCodeMessage) : ended(reply, next)
    if (!(await closeTicket(sql, ticket))) return ended(reply, next)
    const known = { ...user, signed_in_with: 'the password and a code' }
    const session = await openSession(sql, known, request.headers['user-agent'], request.ip)
    if (session === null) {
      const why = await explainNoSession(services, user.id)
      return why === null ? ended(reply, next) : sendPage(reply, noSessionPage(why))
    }
    return await finishSignIn(services, request, reply, { session, next })
  })
}

const loginUrl = (root: string, next: string) => `${root}/login?next=${encodeURIComponent(next)}`

const endedPage = (login: string) => ({
  title: 'Sign in again',
  status: 401,
  body: message(
    'Sign in again',
    'There were too many wrong codes, or more than 10 minutes have passed.',
    html`<p><a href="${login}">Sign in</a></p>`,
  ),
})

interface Filled {
  guard: Html
  next: string
  login: string
  error?: string | undefined
  passkey: Html
}

const codePage = ({ guard, next, login, error, passkey }: Filled) => ({
  title: 'Enter your code',
  body: html`<div class="card">
<h1>Enter your code</h1>
<p class="dim">Open your authenticator app and enter the code for Waymark.</p>
${alert(error)}
<form method="post" action="code">
${guard}
${hidden('next', next)}
${field({
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  hint: 'Six digits. If you don’t have your phone, enter a recovery code.',
})}
<button class="main">Sign in</button>
</form>
${passkey}
</div>
<p class="small"><a href="${login}">Use a different email</a></p>`,
})
