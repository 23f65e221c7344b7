import { ApiError, invalidField } from '#core/api-error.ts'
import { lockAccount } from '#model/accounts/accounts.ts'
import { deleteSettings, findSettings, saveSettings } from '#model/single-sign-on/settings.ts'
import type { Config } from '#runtime/config.ts'
import { refusalOf } from '#runtime/safe-fetch.ts'
import { done } from '#schemas/envelope.ts'
import { type SingleSignOnSettings, singleSignOn, singleSignOnBody } from '#schemas/single-sign-on.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { redirectUri, signInUrl } from './start-sign-in.ts'

const urlsOf = (config: Config, accountId: string) => ({
  redirect_uri: redirectUri(config),
  sign_in_url: signInUrl(config, accountId),
})

export const showSingleSignOn = endpoint({
  method: 'GET',
  path: '/single-sign-on',
  summary: 'Get the single sign-on settings of the account',
  permission: 'read',
  reply: singleSignOn,
  async handle({ account, session, sql, config }) {
    demandSession(session)
    return { settings: await findSettings(sql, account.id), ...urlsOf(config, account.id) }
  },
})

export const updateSingleSignOn = endpoint({
  method: 'PUT',
  path: '/single-sign-on',
  summary: 'Set up single sign-on',
  description:
    'If the issuer or client ID changes, sessions opened with the previous one end. If single sign-on becomes required, sessions that members opened with a password end.',
  permission: 'write',
  sensitive: true,
  body: singleSignOnBody,
  validation: '422-in-body',
  reply: singleSignOn,
  errors: ['CONFLICT'],
  async handle({ body, account, role, key, session, sql, config, secretKeys, note }) {
    const { id: session_id, provider_account_id } = demandSession(session)
    refuseIssuer(body.issuer, config)
    if (body.is_required && role !== 'owner' && provider_account_id === null) throw tryFirst()
    const { client_secret, ...rest } = body
    const settings = { ...rest, domains: [...new Set(rest.domains)].sort() }
    const saved = await sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      await demandCaller(tx, { account, role, key, session })
      const done = await saveSettings(tx, secretKeys, {
        ...settings,
        account_id: account.id,
        client_secret,
        session_id,
      })
      if (done.kind === 'saved') note({ before: done.before && valuesOf(done.before), after: valuesOf(settings) })
      return done
    })
    switch (saved.kind) {
      case 'no-secret':
        throw invalidField('client_secret', 'Enter the client secret.')
      case 'domain':
        throw invalidField(
          'domains',
          `${saved.host} is not a verified domain of this account. Add it on the Domains page.`,
        )
      default:
        return { settings, ...urlsOf(config, account.id) }
    }
  },
})

export const removeSingleSignOn = endpoint({
  method: 'DELETE',
  path: '/single-sign-on',
  summary: 'Turn off single sign-on',
  description: 'Sessions that were opened with it end. Members use their passwords, or set one with a reset link.',
  permission: 'delete',
  sensitive: true,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ account, role, key, session, sql }) {
    const { id } = demandSession(session)
    const isDone = await sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      await demandCaller(tx, { account, role, key, session })
      return await deleteSettings(tx, account.id, id)
    })
    if (!isDone) throw new ApiError('NOT_FOUND', 'This account does not use single sign-on.')
    return { message: 'Single sign-on turned off' }
  },
})

/** Private targets are refused like those of webhooks. */
export function refuseIssuer(issuer: string, { WEBHOOK_ALLOW_PRIVATE }: Config): void {
  const refusal = refusalOf(issuer, WEBHOOK_ALLOW_PRIVATE)
  if (refusal !== null) throw invalidField('issuer', refusal)
}

/** An admin would lock themselves out. Owners can always use their password. */
const tryFirst = () =>
  new ApiError('CONFLICT', 'Sign in with single sign-on first, to make sure that it works. Then require it.')

/** For the audit log, which contains no URLs. */
const valuesOf = ({ issuer, is_required, ...rest }: SingleSignOnSettings) => ({
  ...rest,
  issuer: issuer.replace(/^https?:\/\//i, ''),
  is_required: String(is_required),
})
