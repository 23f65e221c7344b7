import { z } from 'zod'
import { selectTags } from '#model/links/select-tags.ts'
import { tagUse } from '#schemas/link-list.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

/** Tags in one reply. */
const mostTags = 200

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  summary: 'List tags, most used first',
  permission: 'read',
  reply: z.array(tagUse),
  async handle({ session, reach, sql }) {
    demandSession(session)
    return await selectTags(sql, reach, mostTags)
  },
})
