import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emailHost } from '#core/email-host.ts'
import type { Session } from '#model/accounts/caller.ts'
import type { NewAttempt } from '#model/single-sign-on/attempts.ts'
import { reasonOf } from '#model/single-sign-on/describe-problem.ts'
import { findAccountOfDomain, findProvider, type ProviderAccess } from '#model/single-sign-on/settings.ts'
import { userEmail } from '#schemas/accounts.ts'
import { startSignIn } from '../single-sign-on/start-sign-in.ts'
import { checkGuardedForm, guardForm, hidden, readField } from './forms.ts'
import { nextPath } from './next-path.ts'
import { goTo, sendPage } from './page.ts'
import { findVisitor, type PageServices } from './page-services.ts'
import { serveSignOnCallback } from './sso-callback.ts'
import { askPage, continuePage, emailPage, refusalPage, startPage } from './sso-pages.ts'

interface StartQuery {
  next?: unknown
  again?: unknown
}

/**
 * Sign-in at the OpenID provider of an account (OpenID Connect Core 1.0, authorization code flow). Only a form of these pages
 * starts one: each account chooses its provider, so a link of another site could sign its visitors in as a user of its author.
 */
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
    const account_id = await findAccountOfDomain(sql, emailHost(known.data))
    const access = account_id === null ? null : await findProvider(sql, secretKeys, account_id)
    if (account_id === null || access === null) return sendPage(reply, emailPage(root))
    return await leave(services, request, reply, { access, start: signInTo(account_id, next) })
  })

  pages.get<Start>('/login/sso/:account', async (request, reply) => {
    const found = await find(services, request)
    if (found === null) return sendPage(reply, refusalPage('gone', root))
    const next = readNext(request.query.next)
    const { session, isOpen } = found
    const wanted = request.query.next === undefined ? '' : next
    if (isOpen && request.query.again !== '1') return goTo(reply, next)
    const isOwn = request.headers['sec-fetch-site'] === 'same-origin'
    if (isOpen && isOwn) return await leave(services, request, reply, { ...found, start: confirm(found, wanted) })
    const fields = [guardForm(request, reply, config), hidden('next', isOpen ? wanted : next)]
    return sendPage(
      reply,
      startPage({ action: found.account_id, fields, issuer: found.access.issuer, session, isOpen }),
    )
  })

  pages.post<Start>('/login/sso/:account', async (request, reply) => {
    checkGuardedForm(request, config)
    const found = await find(services, request)
    if (found === null) return sendPage(reply, refusalPage('gone', root))
    const wanted = readField(request, 'next')
    const next = readNext(wanted)
    const start = found.isOpen ? confirm(found, wanted === '' ? '' : next) : signInTo(found.account_id, next)
    return await leave(services, request, reply, { ...found, start })
  })

  serveSignOnCallback(pages, services)
}

interface Start {
  Params: { account: string }
  Querystring: StartQuery
}

interface Found {
  account_id: string
  access: ProviderAccess
  session: Session | null
  isOpen: boolean
}

/** The provider of the account, and the session of the browser. `isOpen`: the provider opened it. */
async function find(services: PageServices, request: FastifyRequest<Start>): Promise<Found | null> {
  const account = z.guid().safeParse(request.params.account)
  const access = account.success ? await findProvider(services.sql, services.secretKeys, account.data) : null
  if (!account.success || access === null) return null
  const session = (await findVisitor(services, request))?.session ?? null
  return { account_id: account.data, access, session, isOpen: session?.provider_account_id === account.data }
}

const signInTo = (account_id: string, next: string): NewAttempt => ({
  account_id,
  purpose: 'sign-in',
  session_id: null,
  next,
})

const confirm = ({ account_id, session }: Found, next: string): NewAttempt => ({
  account_id,
  purpose: 'confirm',
  session_id: session?.id ?? null,
  next,
})

interface Leaving {
  access: ProviderAccess
  start: NewAttempt
}

/** Goes to the provider. After a form, a page does so: browsers would apply the policy of the form to a redirect. */
async function leave(
  services: PageServices,
  { headers, method }: FastifyRequest,
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
  reply.header('set-cookie', started.cookie)
  return method === 'POST' ? sendPage(reply, continuePage(started.url)) : goTo(reply, started.url)
}

/** The page that starts a sign-in. */
export const startPath = (root: string, accountId: string, next: string): string =>
  `${root}/login/sso/${accountId}?next=${encodeURIComponent(next)}`
