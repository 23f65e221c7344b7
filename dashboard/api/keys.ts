import type { z } from 'zod'
import type { apiKey, createdKey, createKeyBody } from '#schemas/keys.ts'
import { change } from './client.ts'
import { pageQuery } from './pages.ts'

export type ApiKey = z.output<typeof apiKey>
export type CreatedKey = z.output<typeof createdKey>

/** Only the newest keys are listed. */
const mostShown = 100
const path = '/api/v1/api-keys'

export const keysQuery = pageQuery<ApiKey>(['keys'], path, { limit: mostShown })

export const createKey = (body: z.input<typeof createKeyBody>) => change<CreatedKey>('POST', path, { body })
export const revokeKey = (id: string) => change('DELETE', `${path}/${id}`)
