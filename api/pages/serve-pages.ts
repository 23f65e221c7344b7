import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitNetwork } from '../frame/auth/limit-network.ts'
import type { Services } from '../frame/endpoint.ts'
import { logFailure, toApiError } from '../frame/error-replies.ts'
import { serveAuthorize } from './authorize.ts'
import { serveCodeStep } from './code-step.ts'
import { readPageForms } from './forms.ts'
import { html } from './html.ts'
import { serveInvitation } from './invitation.ts'
import { serveLogin } from './login.ts'
import { serveLogout } from './logout.ts'
import { goTo, message, pageHeaders, sendPage } from './page.ts'
import { createPageServices } from './page-services.ts'
import { servePasskeySignIn } from './passkey-sign-in.ts'
import { serveReset } from './reset.ts'
import { serveDashboard } from './serve-dashboard.ts'
import { serveSetup } from './setup.ts'
import { serveSingleSignOn } from './sso.ts'

/** Server-rendered pages that work without JavaScript: forms, sessions, and error pages. */
export function servePages(app: FastifyInstance, given: Services): void {
  const services = createPageServices(given)
  void app.register(async (pages) => {
    readPageForms(pages)
    answerErrorsAsPages(pages, services.root)
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders)
    })
    pages.addHook('onRequest', async (request, reply) => {
      if (!isDashboard(request)) limitNetwork(services, request, reply)
    })
    pages.get('/', (_request, reply) => goTo(reply, `${services.root}/app`))
    serveSetup(pages, services)
    serveLogin(pages, services)
    serveCodeStep(pages, services)
    servePasskeySignIn(pages, services)
    serveSingleSignOn(pages, services)
    serveInvitation(pages, services)
    serveReset(pages, services)
    serveLogout(pages, services)
    pages.get('/account', (_request, reply) => goTo(reply, `${services.root}/app/settings`))
    serveAuthorize(pages, services)
    serveDashboard(pages, services)
  })
}

/** Its files are in memory, and one page loads dozens of them. */
const isDashboard = ({ routeOptions: { url = '' } }: FastifyRequest) => url === '/app' || url.startsWith('/app/')

const titles: Record<number, string> = {
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many attempts',
  503: 'Temporarily unavailable',
}

function answerErrorsAsPages(pages: FastifyInstance, root: string): void {
  const toSignIn = html`<p><a href="${root}/login">Sign in</a></p>`
  pages.setErrorHandler((error, request, reply) => {
    const { status, message: text, headers } = toApiError(error)
    logFailure(request.log, error, 'page failed', { hasLeft: reply.raw.destroyed, request_id: request.id })
    const title = titles[status] ?? 'Something went wrong'
    const details = html`<details><summary>Details</summary>Request ID: ${request.id}</details>`
    const more = html`${status >= 500 ? details : ''}${toSignIn}`
    return sendPage(reply.headers(headers), { title, status, body: message(title, text, more) })
  })
}
