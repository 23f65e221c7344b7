import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { clientNetwork, normalizeAddress } from '#core/visits/address.ts'
import { FailedAttempts } from '#model/accounts/failed-attempts.ts'
import { openSession } from '#model/accounts/open-session.ts'
import { authenticationResponse } from '#schemas/passkeys.ts'
import { explainNoSession, finishSignIn, noSessionPage } from './finish-sign-in.ts'
import { checkGuardedForm, readField } from './forms.ts'
import { type Html, html } from './html.ts'
import { nextPath } from './next-path.ts'
import { goTo, sendPage } from './page.ts'
import type { PageServices } from './page-services.ts'
import { contentPolicy } from './style.ts'

/** Challenges per minute of one network. Each is a row until it is used or expires. */
const mostChallenges = 30

/** Signs in with a passkey alone: it knows its user, and has verified them, so there is no code. */
export function servePasskeySignIn(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, passkeys, root } = services
  const attempts = new FailedAttempts(services)

  pages.post('/login/passkey/options', async (request, reply) => {
    checkGuardedForm(request, config)
    if (passkeys.party === null)
      throw new ApiError('NOT_FOUND', 'Passkeys do not work at this URL. Sign in with your password.')
    const now = Date.now()
    const hash = await attempts.createHash(now)
    await attempts.take(hash('challenge', clientNetwork(normalizeAddress(request.ip))), now, mostChallenges)
    return reply.send(await passkeys.offer(passkeys.party, null))
  })

  pages.post('/login/passkey', async (request, reply) => {
    checkGuardedForm(request, config)
    const next = nextPath(readField(request, 'next'), config.BASE_URL, `${root}/app`)
    const response = readResponse(readField(request, 'credential'))
    const user = response && (await passkeys.check({ response, asking: null, address: request.ip }))
    if (user === null) return goTo(reply, `${root}/login?passkey=rejected&next=${encodeURIComponent(next)}`)
    const known = { ...user, signed_in_with: 'a passkey' }
    const session = await openSession(sql, known, request.headers['user-agent'], request.ip)
    if (session === null) {
      const why = (await explainNoSession(services, user.id)) ?? 'Your password has just changed. Sign in again.'
      return sendPage(reply, noSessionPage(why))
    }
    return await finishSignIn(services, request, reply, { session, next })
  })
}

/** What the browser's passkey has signed; null for anything else. */
export function readResponse(text: string) {
  try {
    return authenticationResponse.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const rejectedPasskey = 'The passkey was not accepted. It may have been removed. Sign in with your password.'

interface PasskeyForm {
  /** Where the form goes. Its options are below that path. */
  path: string
  fields: Html[]
  label: string
}

/** The script shows the form if the browser supports passkeys. */
export const passkeyForm = (root: string, { path, fields, label }: PasskeyForm): Html =>
  html`<form method="post" action="${root}${path}" data-passkey="${root}${path}/options" hidden>
${fields}
<input type="hidden" name="credential">
<p class="or">or</p>
<button class="quiet main">${label}</button>
<p class="error" aria-live="polite"></p>
</form>
<script src="${root}/app/passkey.js" defer></script>`

/** Lets the page load the script, and the script ask for its challenge. */
export function allowScript(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? contentPolicy)
  reply.header('content-security-policy', `${policy}; script-src 'self'; connect-src 'self'`)
}
