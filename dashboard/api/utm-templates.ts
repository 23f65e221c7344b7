import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { createUtmTemplateBody, UtmTemplate, updateUtmTemplateBody } from '#schemas/utm-templates.ts'
import { change, readAll } from './client.ts'

export type { UtmTemplate }

const path = '/api/v1/utm-templates'
const freshMs = 60_000

export const utmTemplatesKey = ['utm-templates']

/** All templates of the account, by name. */
export const utmTemplatesQuery = queryOptions({
  queryKey: utmTemplatesKey,
  staleTime: freshMs,
  queryFn: ({ signal }) => readAll<UtmTemplate>(path, signal),
})

export const createUtmTemplate = (body: z.input<typeof createUtmTemplateBody>) =>
  change<UtmTemplate>('POST', path, { body })
export const updateUtmTemplate = (id: string, body: z.input<typeof updateUtmTemplateBody>) =>
  change<UtmTemplate>('PUT', `${path}/${id}`, { body })
export const deleteUtmTemplate = (id: string) => change('DELETE', `${path}/${id}`)
