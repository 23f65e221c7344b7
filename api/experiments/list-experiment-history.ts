import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { describePlainChanges } from '#model/history/plain-changes.ts'
import { pageOf } from '#schemas/envelope.ts'
import { historyEntry, historyQuery } from '#schemas/history.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readHistoryPage } from '../frame/read-history-page.ts'
import type { Family } from './families.ts'

export const historyEndpoint = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'GET',
    path: `${one}/history`,
    summary: `List the changes of a ${noun}`,
    description: 'Newest first, including changes of its status and variants.',
    permission: 'read',
    params,
    query: historyQuery,
    reply: pageOf(historyEntry),
    envelope: 'page',
    errors: ['NOT_FOUND'],
    async handle({ params: { id: named }, query, reach, session, sql }) {
      const { id } = await findOwnExperiment(sql, reach, kind, named)
      return await readHistoryPage({ sql, session }, query, { object_id: id }, describePlainChanges)
    },
  })
