import { ApiError, demand } from '#core/api-error.ts'
import { describeProblem } from '#model/single-sign-on/describe-problem.ts'
import { deleteIdentity, selectIdentities } from '#model/single-sign-on/identities.ts'
import { findProvider, findSettings } from '#model/single-sign-on/settings.ts'
import { done } from '#schemas/envelope.ts'
import { identities, identityParams, startedConnection } from '#schemas/single-sign-on.ts'
import { demandOpenSession } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { startSignIn } from './start-sign-in.ts'

export const listIdentities = endpoint({
  method: 'GET',
  path: '/identities',
  summary: 'List the providers that can sign in the user',
  permission: 'read',
  reply: identities,
  async handle({ account, session, sql }) {
    const { user, provider_account_id } = demandSession(session)
    const is_available = (await findSettings(sql, account.id)) !== null
    return { is_available, connections: await selectIdentities(sql, user.id, provider_account_id) }
  },
})

export const connectIdentity = endpoint({
  method: 'POST',
  path: '/identities',
  summary: 'Start connecting the user to the provider of the account',
  permission: 'write',
  sensitive: true,
  reply: startedConnection,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ account, session, sql, config, secretKeys, providers, answer }) {
    const { id: session_id } = demandSession(session)
    const access = demand(await findProvider(sql, secretKeys, account.id), noProvider)
    const attempt = { account_id: account.id, purpose: 'link', session_id, next: '' } as const
    const started = await startSignIn({ providers, config }, { access, attempt }).catch(refuseProblem)
    await sql.begin((tx) => started.store(tx))
    answer.headers['set-cookie'] = started.cookie
    return { url: started.url }
  },
})

export const disconnectIdentity = endpoint({
  method: 'DELETE',
  path: '/identities/{id}',
  summary: 'Disconnect a provider from the user',
  description: 'Sessions that were opened with this provider end.',
  permission: 'delete',
  params: identityParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, session, sql }) {
    const open = demandSession(session)
    const isDone = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await deleteIdentity(tx, open.user.id, open.provider_account_id, params.id)
    })
    if (!isDone) throw new ApiError('NOT_FOUND', 'Connection not found. It may already have been removed.')
    return { message: 'Disconnected' }
  },
})

function refuseProblem(error: unknown): never {
  const problem = describeProblem(error)
  throw problem === null ? error : new ApiError('CONFLICT', problem)
}

const noProvider = () => new ApiError('NOT_FOUND', 'This account does not use single sign-on.')
