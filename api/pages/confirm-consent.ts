import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { looksLikeAppCode } from '#core/sign-in/totp.ts'
import { hasAuthenticator } from '#model/accounts/authenticators.ts'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { confirmSession } from '#model/accounts/sessions.ts'
import { selectPasskeys } from '#model/passkeys/passkeys.ts'
import { wrongCodeMessage } from '../accounts/confirm-code.ts'
import { refuseForgedForm } from '../frame/auth/csrf.ts'
import { policySource } from '../oauth/redirect-uri.ts'
import { type AskedConsent, consentPage } from './consent-page.ts'
import { readField } from './forms.ts'
import { sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { allowScript, readResponse } from './passkey-sign-in.ts'
import { policyWithForms } from './style.ts'

export async function askForConsent(
  { sql, passkeys, root }: PageServices,
  reply: FastifyReply,
  asked: Omit<AskedConsent, 'root' | 'hasApp' | 'hasPasskey'>,
): Promise<FastifyReply> {
  reply.header('content-security-policy', policyWithForms(policySource(asked.wanted.redirect_uri)))
  const { id } = asked.caller.session.user
  const hasApp = await hasAuthenticator(sql, id)
  const hasPasskey = passkeys.party !== null && (await selectPasskeys(sql, id)).length > 0
  if (hasPasskey) allowScript(reply)
  return sendPage(reply, consentPage({ ...asked, root, hasApp, hasPasskey }))
}

/** Offers passkeys to the consent page. */
export function serveConsentPasskeys(pages: FastifyInstance, services: PageServices): void {
  const { config, passkeys } = services
  pages.post('/mcp/oauth/consent/options', async (request, reply) => {
    const caller = await findVisitor(services, request)
    if (caller === null || passkeys.party === null) throw new ApiError('NOT_FOUND', 'Sign in first.')
    refuseForgedForm(request.headers, readField(request, 'csrf_token'), caller.session.csrf_token, config.BASE_URL)
    return reply.send(await passkeys.offer(passkeys.party, caller.session))
  })
}

/** Returns why the page is shown again, or null if the user may allow the app. */
export async function confirmConsent(
  services: PageServices,
  request: FastifyRequest,
  caller: SessionCaller,
): Promise<Pick<AskedConsent, 'error' | 'isOtherAccount'> | null> {
  if (readField(request, 'account') !== caller.account.id) return { isOtherAccount: true }
  const error = await confirmUser(services, request, caller)
  return error === undefined ? null : { error }
}

/**
 * Allowing an app needs the password, a code or a passkey again, unless the last one was a short time ago. Returns the error
 * of the field. A value of six digits is a code, because passwords are longer.
 */
async function confirmUser(
  { passwords, codes, passkeys, sql }: PageServices,
  request: FastifyRequest,
  { session }: SessionCaller,
): Promise<string | undefined> {
  if (session.is_confirmed) return undefined
  const { user } = session
  const [password, credential] = [readField(request, 'password'), readField(request, 'credential')]
  if (credential !== '') {
    const response = readResponse(credential)
    const known = response && (await passkeys.check({ response, asking: session, address: request.ip }))
    if (known === null) return 'The passkey was not accepted. Enter your password.'
  } else if (password === '') {
    return 'Enter your password.'
  } else if (looksLikeAppCode(password)) {
    if (!(await codes.check({ user, code: password, address: request.ip }))) return wrongCodeMessage
  } else if ((await passwords.check({ email: user.email, password, address: request.ip })) === null) {
    return 'Wrong password.'
  }
  await confirmSession(sql, session.id)
  return undefined
}
