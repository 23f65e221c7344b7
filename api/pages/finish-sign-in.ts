import type { FastifyReply, FastifyRequest } from 'fastify'
import { needsProvider, selectMemberships } from '#model/accounts/memberships.ts'
import { hashToken } from '#model/accounts/open-session.ts'
import { deleteSession } from '#model/accounts/sessions.ts'
import { readCookie, sessionCookie, setCookie } from '../frame/auth/cookies.ts'
import { readAuthorization } from '../oauth/authorization-request.ts'
import { policySource } from '../oauth/redirect-uri.ts'
import { goTo, message } from './page.ts'
import type { PageServices } from './page-services.ts'
import { policyWithForms } from './style.ts'

/** Gives the browser its session, and returns to the page that required it. */
export async function finishSignIn(
  { config, sql }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, next }: { session: string; next: string },
): Promise<FastifyReply> {
  await endFormerSession({ config, sql }, request)
  const hasTicket = readCookie(config, 'ticket', request.headers.cookie) !== undefined
  reply.header('set-cookie', [
    sessionCookie(config, session),
    setCookie(config, 'form', '', 0),
    ...(hasTicket ? [setCookie(config, 'ticket', '', 0)] : []),
  ])
  return goTo(reply, next)
}

/** Ends the session that the browser had before it signed in again. */
export async function endFormerSession(
  { config, sql }: Pick<PageServices, 'config' | 'sql'>,
  { headers }: FastifyRequest,
): Promise<void> {
  const former = readCookie(config, 'session', headers.cookie)
  if (former !== undefined) await deleteSession(sql, hashToken(former))
}

/** If the app is already authorized, sign-in redirects straight to it, so the policy of its forms must allow that target. */
export async function allowOnward(services: PageServices, reply: FastifyReply, next: string): Promise<void> {
  const start = `${services.root}/mcp/oauth/authorize?`
  if (!next.startsWith(start)) return
  const reading = await readAuthorization(services, new URLSearchParams(next.slice(start.length)))
  if (reading.kind !== 'valid') return
  reply.header('content-security-policy', policyWithForms(policySource(reading.request.redirect_uri)))
}

/** Why a user who proved who they are has no session. Null: the password has just changed. */
export async function explainNoSession({ sql }: PageServices, userId: string): Promise<string | null> {
  if ((await selectMemberships(sql, userId)).length === 0) return noAccount
  return (await needsProvider(sql, userId)) ? singleSignOnOnly : null
}

export const noSessionPage = (why: string) => ({ title: 'Sign in', status: 401, body: message('Sign in', why) })

const noAccount = 'You are not a member of any account. Ask for an invitation.'
const singleSignOnOnly =
  'Your account requires single sign-on. Use its sign-in link. If you do not have it, ask an admin.'
