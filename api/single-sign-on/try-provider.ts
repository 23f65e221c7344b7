import { describeProblem } from '#model/single-sign-on/describe-problem.ts'
import { triedProvider, tryProviderBody } from '#schemas/single-sign-on.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { refuseIssuer } from './settings.ts'

export const tryProvider = endpoint({
  method: 'POST',
  path: '/single-sign-on/try',
  summary: 'Test the connection to an OpenID provider',
  description: 'Reads its configuration and its keys. The client ID and secret are checked at the first sign-in.',
  permission: 'write',
  body: tryProviderBody,
  validation: '422-in-body',
  reply: triedProvider,
  async handle({ body, session, config, providers }) {
    demandSession(session)
    refuseIssuer(body.issuer, config)
    try {
      const { authorization_endpoint = null } = await providers.inspect(body.issuer)
      return { is_ok: true, problem: null, authorization_endpoint }
    } catch (error) {
      const problem = describeProblem(error)
      if (problem === null) throw error
      return { is_ok: false, problem, authorization_endpoint: null }
    }
  },
})
