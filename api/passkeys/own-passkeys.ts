import { ApiError, demand } from '#core/api-error.ts'
import { deletePasskey, insertPasskey, mostPasskeys, renamePasskey, selectPasskeys } from '#model/passkeys/passkeys.ts'
import { offerRegistration, readRegistration } from '#model/passkeys/register-passkey.ts'
import { done } from '#schemas/envelope.ts'
import {
  createPasskeyBody,
  credentialOptions,
  passkey,
  passkeyList,
  passkeyParams,
  renamePasskeyBody,
} from '#schemas/passkeys.ts'
import { demandOpenSession } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { rejected, unsupported } from './refusals.ts'

const listPasskeys = endpoint({
  method: 'GET',
  path: '/passkeys',
  summary: 'List the passkeys of the user',
  permission: 'read',
  reply: passkeyList,
  async handle({ session, passkeys, sql }) {
    const { user } = demandSession(session)
    return { is_supported: passkeys.party !== null, passkeys: await selectPasskeys(sql, user.id) }
  },
})

const offerPasskey = endpoint({
  method: 'POST',
  path: '/passkeys/options',
  summary: 'Get the options for creating a passkey in a browser',
  permission: 'write',
  sensitive: true,
  reply: credentialOptions,
  errors: ['CONFLICT'],
  async handle({ session, passkeys, sql }) {
    return { ...(await offerRegistration(sql, demandSession(session), demand(passkeys.party, unsupported))) }
  },
})

const createPasskey = endpoint({
  method: 'POST',
  path: '/passkeys',
  summary: 'Add a passkey',
  permission: 'write',
  sensitive: true,
  body: createPasskeyBody,
  validation: '422-in-body',
  reply: passkey,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ session: given, body: { name, response }, passkeys, sql }) {
    const session = demandSession(given)
    const read = await readRegistration(sql, session, demand(passkeys.party, unsupported), response)
    if (read === null) throw rejected()
    const created = await sql.begin(async (tx) => {
      await demandOpenSession(tx, session)
      return await insertPasskey(tx, { user_id: session.user.id, name, ...read })
    })
    if (created === 'full')
      throw new ApiError('CONFLICT', `You can have up to ${mostPasskeys} passkeys. Remove one first.`)
    if (created === 'taken') throw new ApiError('CONFLICT', 'This passkey was already added.')
    return created
  },
})

const updatePasskey = endpoint({
  method: 'PUT',
  path: '/passkeys/{id}',
  summary: 'Rename a passkey',
  permission: 'write',
  params: passkeyParams,
  body: renamePasskeyBody,
  validation: '422-in-body',
  reply: passkey,
  errors: ['NOT_FOUND'],
  async handle({ session, params, body, sql }) {
    const open = demandSession(session)
    const renamed = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await renamePasskey(tx, open.user.id, params.id, body.name)
    })
    return demand(renamed, notFound)
  },
})

const removePasskey = endpoint({
  method: 'DELETE',
  path: '/passkeys/{id}',
  summary: 'Remove a passkey',
  permission: 'delete',
  sensitive: true,
  params: passkeyParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ session, params, sql }) {
    const open = demandSession(session)
    const isRemoved = await sql.begin(async (tx) => {
      await demandOpenSession(tx, open)
      return await deletePasskey(tx, open.user.id, params.id)
    })
    if (!isRemoved) throw notFound()
    return { message: 'Passkey removed' }
  },
})

const notFound = () => new ApiError('NOT_FOUND', 'Passkey not found. It may have been removed.')

export const ownPasskeys = [listPasskeys, offerPasskey, createPasskey, updatePasskey, removePasskey]
