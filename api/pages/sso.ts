import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emailHost } from '#core/email-host.ts'
import type { NewAttempt } from '#model/single-sign-on/attempts.ts'
import { reasonOf } from '#model/single-sign-on/describe-problem.ts'
import { findAccountOfDomain, findProvider, type ProviderAccess } from '#model/single-sign-on/settings.ts'
import { userEmail } from '#schemas/accounts.ts'
import { startSignIn } from '../single-sign-on/start-sign-in.ts'
import { checkGuardedForm, guardForm, readField } from './forms.ts'
import { nextPath } from './next-path.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { serveSignOnCallback } from './sso-callback.ts'
import { askPage, continuePage, emailPage, refusalPage, replacePage } from './sso-pages.ts'

interface StartQuery {
  next?: unknown
  again?: unknown
}

/** Sign-in at the OpenID provider of an account (OpenID Connect Core 1.0, authorization code flow). */
export function serveSingleSignOn(pages: FastifyInstance, services: PageServices): void {
  const { sql, config, secretKeys, root } = services
  const readNext = (wanted: unknown) => nextPath(wanted, config.BASE_URL, `${root}/app`)

  pages.get<{ Querystring: StartQuery }>('/login/sso', async (request, reply) =>
    sendPage(reply, askPage({ guard: guardForm(request, reply, config), next: readNext(request.query.next) })),
  )

  /** Finds the account by the domain alone, so the response does not reveal which users exist. */
  pages.post('/login/sso', async (request, reply) => {
    checkGuardedForm(request, config)
    const next = readNext(readField(request, 'next'))
    const email = readField(request, 'email')
    const known = userEmail.safeParse(email)
    if (!known.success) {
      const guard = guardForm(request, reply, config)
      return sendPage(reply, askPage({ guard, next, email, error: known.error.issues[0]?.message ?? '' }))
    }
    const account = await findAccountOfDomain(sql, emailHost(known.data))
    return sendPage(reply, account === null ? emailPage(root) : continuePage(startPath(root, account, next)))
  })

  pages.get<{ Params: { account: string }; Querystring: StartQuery }>('/login/sso/:account', async (request, reply) => {
    const account = z.guid().safeParse(request.params.account)
    const access = account.success ? await findProvider(sql, secretKeys, account.data) : null
    if (!account.success || access === null) return sendPage(reply, refusalPage('gone', root))
    const next = readNext(request.query.next)
    const start = { account_id: account.data, purpose: 'sign-in', session_id: null, next } as const
    const session = (await findVisitor(services, request))?.session ?? null
    if (session?.provider_account_id !== account.data) {
      const path = startPath(root, account.data, next)
      if (session !== null && isFromElsewhere(request)) return sendPage(reply, replacePage(session.user.email, path))
      return await leave(services, request, reply, { access, start })
    }
    if (request.query.again !== '1') return goTo(reply, next)
    const wanted = request.query.next === undefined ? '' : next
    const again = { ...start, purpose: 'confirm', session_id: session.id, next: wanted } as const
    return await leave(services, request, reply, { access, start: again })
  })

  serveSignOnCallback(pages, services)
}

/** A link of another site would replace the session by one that its author chose: each account has its own provider. */
const isFromElsewhere = ({ headers }: FastifyRequest) => /^(cross|same)-site$/.test(String(headers['sec-fetch-site']))

interface Leaving {
  access: ProviderAccess
  start: NewAttempt
}

/** Goes to the provider. */
async function leave(
  services: PageServices,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { access, start }: Leaving,
): Promise<FastifyReply> {
  const { sql, log, root } = services
  const asked = { access, attempt: start, cookies: headers.cookie }
  const started = await startSignIn(services, asked).catch((error: unknown) => {
    const { account_id } = start
    log.warn({ reason: reasonOf(error), account_id, err: error }, 'an OpenID provider cannot be reached')
    return null
  })
  if (started === null) return sendPage(reply, refusalPage('unreachable', root))
  await started.store(sql)
  return goTo(reply.header('set-cookie', started.cookie), started.url)
}

/** The page that starts a sign-in. */
export const startPath = (root: string, accountId: string, next: string): string =>
  `${root}/login/sso/${accountId}?next=${encodeURIComponent(next)}`
