import { z } from 'zod'
import { operation } from '#schemas/operations.ts'
import { endpoints } from './endpoints.ts'
import { demandSession } from './frame/auth/demand-session.ts'
import { endpoint } from './frame/endpoint.ts'

/** Anchors are those of the page at /docs. */
const operations = () =>
  endpoints.map(({ method, path, summary }) => ({
    method,
    path,
    summary,
    anchor: `tag/${path.split('/')[1]}/${method}${path}`,
  }))

export const listOperations = endpoint({
  method: 'GET',
  path: '/operations',
  summary: 'List the operations of the REST API',
  permission: 'read',
  reply: z.array(operation),
  async handle({ session }) {
    demandSession(session)
    return operations()
  },
})
