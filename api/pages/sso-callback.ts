import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Attempt, takeAttempt } from '#model/single-sign-on/attempts.ts'
import type { Claims } from '#model/single-sign-on/claims.ts'
import { reasonOf } from '#model/single-sign-on/describe-problem.ts'
import { confirmFromProvider, linkSession } from '#model/single-sign-on/open-sessions.ts'
import { recordRefusal } from '#model/single-sign-on/record-refusal.ts'
import { findProvider, type ProviderAccess } from '#model/single-sign-on/settings.ts'
import { signInFromProvider } from '#model/single-sign-on/sign-in.ts'
import { readCookie, sessionCookie, setCookie } from '../frame/auth/cookies.ts'
import { redirectUri } from '../single-sign-on/start-sign-in.ts'
import { endFormerSession } from './finish-sign-in.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { donePage, refusalPage } from './sso-pages.ts'

interface Response {
  attempt: Attempt
  claims: Claims
}

/** Takes the browser back from the provider. */
export function serveSignOnCallback(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, secretKeys, root } = services

  pages.get('/login/sso/callback', async (request, reply) => {
    const response = new URL(redirectUri(config))
    response.search = request.url.replace(/^[^?]*\??/, '')
    const secret = readCookie(config, 'provider', request.headers.cookie)
    const state = response.searchParams.get('state') ?? ''
    const attempt = secret === undefined ? null : await takeAttempt(sql, secret, state)
    if (attempt === null) return sendPage(reply, refusalPage('expired', root))
    const access = await findProvider(sql, secretKeys, attempt.account_id)
    if (access === null) return sendPage(reply, refusalPage('gone', root))
    const claims = await redeem(services, access, response, attempt)
    if (typeof claims === 'string') return await refuse(request, reply, attempt, claims)
    if (attempt.purpose === 'sign-in') return await signIn(request, reply, { attempt, claims })
    return await continueSession(request, reply, { attempt, claims })
  })

  async function refuse(request: FastifyRequest, reply: FastifyReply, { account_id }: Attempt, reason: string) {
    await recordRefusal(sql, { account_id, reason, address: request.ip })
    return sendPage(reply, refusalPage(reason, root))
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply, { attempt, claims }: Response) {
    const { account_id, next } = attempt
    const agent = request.headers['user-agent'] ?? ''
    const signedIn = await signInFromProvider(sql, { account_id, claims, agent, address: request.ip })
    if ('refused' in signedIn) return await refuse(request, reply, attempt, signedIn.refused)
    await endFormerSession(services, request)
    const cookies = [sessionCookie(config, signedIn.token), setCookie(config, 'provider', '', 0)]
    return goTo(reply.header('set-cookie', cookies), next)
  }

  /** Connects or confirms the session that asked for it, only in the browser that has it. */
  async function continueSession(request: FastifyRequest, reply: FastifyReply, { attempt, claims }: Response) {
    const { account_id, session_id, purpose, next } = attempt
    const visitor = await findVisitor(services, request)
    if (session_id === null || visitor?.session.id.equals(session_id) !== true)
      return await refuse(request, reply, attempt, 'ended')
    const act = purpose === 'link' ? linkSession : confirmFromProvider
    const result = await act(sql, { account_id, session_id, claims, address: request.ip })
    if (result !== 'done') return await refuse(request, reply, attempt, result)
    reply.header('set-cookie', setCookie(config, 'provider', '', 0))
    if (purpose === 'link') return goTo(reply, `${root}/app/settings`)
    return next === '' ? sendPage(reply, donePage) : goTo(reply, next)
  }
}

/** Anything in the response can be wrong. The reason is in the log and in the audit log. */
async function redeem(
  { providers, log }: PageServices,
  access: ProviderAccess,
  response: URL,
  attempt: Attempt,
): Promise<Claims | string> {
  try {
    return await providers.redeem(access, response, attempt)
  } catch (error) {
    const reason = reasonOf(error)
    log.warn({ reason, account_id: attempt.account_id }, 'a response of an OpenID provider was refused')
    return reason
  }
}
