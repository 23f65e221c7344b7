import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { connectedApp } from '#schemas/oauth.ts'
import { change, read } from './client.ts'

export type ConnectedApp = z.output<typeof connectedApp>

const path = '/api/v1/me/connected-apps'

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => read<ConnectedApp[]>(path, { signal }),
})

export const revokeApp = (id: string) => change('DELETE', `${path}/${id}`)
