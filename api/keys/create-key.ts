import { createdKey, createKeyBody } from '#schemas/keys.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { insertKey } from './keys.sql.ts'

export const createKey = endpoint({
  method: 'POST',
  path: '/api-keys',
  summary: 'Create an API key with at most the permissions of the caller',
  permission: 'write',
  body: createKeyBody,
  reply: createdKey,
  status: 201,
  secretReply: true,
  async handle({ body, account, permissions, sql }) {
    const missing = body.permissions.filter((permission) => !permissions.includes(permission))
    if (missing.length > 0) {
      throw new ApiError('FORBIDDEN', `This API key cannot grant what it lacks: ${missing.join(', ')}`)
    }
    return await insertKey(sql, { account_id: account.id, ...body })
  },
})
