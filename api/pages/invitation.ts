import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailHost } from '#core/email-host.ts'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { type Accepted, acceptInvitation, findInvitation, type OpenInvitation } from '#model/accounts/invitations.ts'
import { openAccount } from '#model/accounts/memberships.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { findUser } from '#model/accounts/users.ts'
import { findAccountOfDomain } from '#model/single-sign-on/settings.ts'
import type { Sql } from '#runtime/postgres.ts'
import { newPassword, userEmail } from '#schemas/accounts.ts'
import { sessionCookie, setCookie } from '../frame/auth/cookies.ts'
import { refuseForgedForm } from '../frame/auth/csrf.ts'
import { checkGuardedForm, guardForm, hidden, readField } from './forms.ts'
import {
  type FormErrors,
  joinPage,
  loginPath,
  managedPage,
  newUserPage,
  otherEmailPage,
  signInPage,
} from './invitation-page.ts'
import { goTo, message, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'

/** Accepts an invitation: as the signed-in user, or as a new one. */
export function serveInvitation(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, root } = services

  pages.get<{ Querystring: { token?: unknown } }>('/login/invitation', async (request, reply) => {
    const token = typeof request.query.token === 'string' ? request.query.token : ''
    const invitation = await findInvitation(sql, token)
    if (invitation === null) return sendPage(reply, gone)
    const visitor = await findVisitor(services, request)
    if (visitor !== null) return sendPage(reply, pageOf(visitor, invitation, token))
    return await offer(request, reply, { invitation, token })
  })

  pages.post('/login/invitation', async (request, reply) => {
    const token = readField(request, 'token')
    const visitor = await findVisitor(services, request)
    if (visitor === null) return await create(request, reply, token)
    const { id, user, csrf_token, provider_account_id } = visitor.session
    refuseForgedForm(request.headers, readField(request, 'csrf_token'), csrf_token, config.BASE_URL)
    if (provider_account_id !== null) return sendPage(reply, otherSignIn)
    const accepted = await acceptInvitation(sql, token, user, request.ip)
    if (accepted.kind !== 'accepted') return sendPage(reply, refusalOf(accepted))
    await openAccount(sql, id, user.id, accepted.account_id)
    return goTo(reply, `${root}/app`)
  })

  /** To someone who is not signed in. */
  async function offer(request: FastifyRequest, reply: FastifyReply, { invitation, token, errors }: Offered) {
    const path = loginPath(root, token)
    const isUser = invitation.email !== null && (await findUser(sql, invitation.email)) !== null
    if (isUser) return sendPage(reply, signInPage(invitation, path))
    const manager = await findManager(sql, invitation)
    if (manager !== null) return sendPage(reply, managedPage(invitation, manager, root))
    const guard = [guardForm(request, reply, config), hidden('token', token)]
    return sendPage(reply, newUserPage({ invitation, path, guard, email: readField(request, 'email'), errors }))
  }

  async function create(request: FastifyRequest, reply: FastifyReply, token: string) {
    checkGuardedForm(request, config)
    const invitation = await findInvitation(sql, token)
    if (invitation === null) return sendPage(reply, gone)
    if ((await findManager(sql, invitation)) !== null) return await offer(request, reply, { invitation, token })
    const email = userEmail.safeParse(invitation.email ?? readField(request, 'email'))
    const password = newPassword.safeParse(readField(request, 'password'))
    const errors = { email: email.error?.issues[0]?.message, password: password.error?.issues[0]?.message }
    if (!email.success || !password.success) return await offer(request, reply, { invitation, token, errors })
    const user = { email: email.data, password_hash: await hashPassword(password.data) }
    const accepted = await acceptInvitation(sql, token, user, request.ip)
    const error = accepted.kind === 'has-user' ? hasUser : accepted.kind === 'claimed' ? claimed : undefined
    if (error !== undefined) return await offer(request, reply, { invitation, token, errors: { email: error } })
    if (accepted.kind !== 'accepted') return sendPage(reply, refusalOf(accepted))
    const session = await openSession(sql, { ...user, id: accepted.user_id }, request.headers['user-agent'], request.ip)
    if (session !== null) reply.header('set-cookie', [sessionCookie(config, session), setCookie(config, 'form', '', 0)])
    return goTo(reply, `${root}/app`)
  }
}

/** The account whose single sign-on decides who has the email address of the invitation. */
const findManager = async (sql: Sql, { email }: OpenInvitation) =>
  email === null ? null : await findAccountOfDomain(sql, emailHost(email))

interface Offered {
  invitation: OpenInvitation
  token: string
  errors?: FormErrors
}

/** To the signed-in user. */
function pageOf({ session }: SessionCaller, invitation: OpenInvitation, token: string) {
  const { user, csrf_token, provider_account_id } = session
  if (provider_account_id !== null) return otherSignIn
  const isOther = invitation.email !== null && invitation.email.toLowerCase() !== user.email.toLowerCase()
  if (isOther) return otherEmailPage({ invitation, email: user.email, csrf: hidden('csrf_token', csrf_token) })
  return joinPage({
    invitation,
    email: user.email,
    hiddenFields: [hidden('csrf_token', csrf_token), hidden('token', token)],
  })
}

const hasUser = 'A user with this email already exists. Sign in to accept.'

const notice = (title: string, status: number, text: string) => ({ title, status, body: message(title, text) })
const claimed = 'This email domain uses single sign-on. Sign in with it, or enter an email address at another domain.'

/** The provider of one account must not decide about another. */
const otherSignIn = notice(
  'Sign in with your password',
  403,
  'You signed in with single sign-on, which opens only one account. Sign out, sign in with your password, then open the link again.',
)
const gone = notice(
  'Invitation not found',
  404,
  'The link was used, revoked, or has expired. Ask the person who invited you for a new one.',
)

function refusalOf({ kind }: Exclude<Accepted, { kind: 'accepted' }>) {
  switch (kind) {
    case 'member':
      return notice('Already a member', 409, 'You are already a member of this account.')
    case 'full':
      return notice('Account full', 409, 'This account already has the maximum number of members.')
    case 'other-email':
      return notice('Wrong email address', 403, 'This invitation is for a different email address.')
    default:
      return gone
  }
}
