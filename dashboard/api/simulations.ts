import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Simulation, simulateBody } from '#schemas/simulate.ts'
import { change } from './client.ts'
import { linksKey } from './refresh.ts'

export type MadeUpVisitor = z.input<typeof simulateBody>

/** Where the visitor would go. Nothing is counted. */
export const simulationQuery = (linkId: string, visitor: MadeUpVisitor) =>
  queryOptions({
    queryKey: [...linksKey, 'simulation', linkId, visitor],
    queryFn: ({ signal }) =>
      change<Simulation>('POST', `/api/v1/short-urls/${encodeURIComponent(linkId)}/simulate`, {
        body: visitor,
        signal,
        isQuestion: true,
      }),
  })
