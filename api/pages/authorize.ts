import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { refuseForgedForm } from '../frame/auth/csrf.ts'
import {
  type AuthorizationRequest,
  answerUrl,
  type Reading,
  readAuthorization,
} from '../oauth/authorization-request.ts'
import { grantAccess, isAllowedAlready } from '../oauth/grant-access.ts'
import { askForConsent, confirmConsent, serveConsentPasskeys } from './confirm-consent.ts'
import { placeOf } from './consent-page.ts'
import { readField } from './forms.ts'
import { html } from './html.ts'
import { goTo, message, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { startPath } from './sso.ts'
import { continuePage } from './sso-pages.ts'

/**
 * The authorization code flow (RFC 6749, 4.1): sign-in, consent, and back to the app. No state is stored between the
 * steps; each one parses the original request again.
 */
export function serveAuthorize(pages: FastifyInstance, services: PageServices): void {
  const { config, root } = services
  const path = `${root}/mcp/oauth`
  serveConsentPasskeys(pages, services)

  pages.get('/mcp/oauth/authorize', async (request, reply) => {
    const query = queryOf(request)
    const caller = await findVisitor(services, request)
    const wanted = await readOrReply(services, reply, { query, caller })
    if (wanted === null) return reply
    if (caller === null) return goTo(reply, `${root}/login?next=${encodeURIComponent(`${path}/authorize?${query}`)}`)
    if (await isAllowedAlready(services, caller, wanted)) return await allow(reply, caller, wanted)
    return goTo(reply, `${path}/consent?${query}`)
  })

  pages.get('/mcp/oauth/consent', async (request, reply) => {
    const query = queryOf(request)
    const caller = await findVisitor(services, request)
    const wanted = await readOrReply(services, reply, { query, caller })
    if (wanted === null) return reply
    if (caller === null) return goTo(reply, `${path}/authorize?${query}`)
    if (mustSignInAgain(caller)) return signInAgain(reply, caller, query)
    return await askForConsent(services, reply, { caller, wanted, query })
  })

  pages.post('/mcp/oauth/consent', async (request, reply) => {
    // Re-encoded, since a form can contain characters that a header must not.
    const query = new URLSearchParams(Buffer.from(readField(request, 'request'), 'base64url').toString()).toString()
    const caller = await findVisitor(services, request)
    if (caller === null) return goTo(reply, `${path}/authorize?${query}`)
    refuseForgedForm(request.headers, readField(request, 'csrf_token'), caller.session.csrf_token, config.BASE_URL)
    const wanted = await readOrReply(services, reply, { query, caller })
    if (wanted === null) return reply
    switch (readField(request, 'decision')) {
      case 'allow': {
        if (mustSignInAgain(caller)) return signInAgain(reply, caller, query)
        const refusal = await confirmConsent(services, request, caller)
        if (refusal !== null) return await askForConsent(services, reply, { caller, wanted, query, ...refusal })
        return await allow(reply, caller, wanted)
      }
      case 'deny':
        return goTo(reply, answerUrl(wanted, config, denied))
      default:
        throw new ApiError('BAD_REQUEST', 'Unknown action. Reload the page and try again.')
    }
  })

  /** A user of single sign-on has no password to enter. After a form, its policy would apply to the redirect to the provider. */
  const signInAgain = (reply: FastifyReply, { account }: SessionCaller, query: string) => {
    const start = `${startPath(root, account.id, `${path}/consent?${query}`)}&again=1`
    return reply.request.method === 'POST' ? sendPage(reply, continuePage(start)) : goTo(reply, start)
  }

  const allow = async (reply: FastifyReply, caller: SessionCaller, wanted: AuthorizationRequest) =>
    goTo(reply, await grantAccess(services, caller, wanted, reply.request.ip))
}

const mustSignInAgain = ({ session }: SessionCaller) => session.provider_account_id !== null && !session.is_confirmed

interface Arrival {
  query: string
  caller: SessionCaller | null
}

/**
 * Returns null if a reply has been sent. Anyone can register a client with any redirect URI, so an error sends nobody there
 * who has not signed in: otherwise links to this host would lead to any other (RFC 9700, 4.11.2).
 */
async function readOrReply(
  services: PageServices,
  reply: FastifyReply,
  { query, caller }: Arrival,
): Promise<AuthorizationRequest | null> {
  const reading = await readAuthorization(services, new URLSearchParams(query))
  if (reading.kind === 'valid') return reading.request
  if (reading.kind === 'refused' && caller !== null) goTo(reply, reading.location)
  else if (reading.kind === 'refused') sendPage(reply, errorPage(reading))
  else sendPage(reply, { title: failed, status: 400, body: message(failed, reading.why) })
  return null
}

const failed = 'Authorization failed'

/** Names the host before the user goes there. */
function errorPage({ why, location, redirect_uri }: Extract<Reading, { kind: 'refused' }>) {
  const place = placeOf(redirect_uri)
  const onward = html`<p>The app’s address is <strong>${place}</strong>. Continue only if you know it.</p>
<p><a href="${location}" rel="noreferrer">Continue to ${place}</a></p>`
  return { title: failed, status: 400, body: message(failed, `The app sent an invalid request: ${why}`, onward) }
}

const denied = { error: 'access_denied', error_description: 'The user denied the request' }

/** The raw query string, so that every step parses the same text. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}
