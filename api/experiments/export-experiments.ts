import { z } from 'zod'
import { describeExperiment } from '#model/experiments/describe-experiment.ts'
import { selectWholeExperiments } from '#model/experiments/select-experiments.ts'
import { readPages } from '#model/rows.ts'
import { experiment } from '#schemas/experiments.ts'
import { exportExperimentsQuery } from '#schemas/list-exports.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'
import type { Family } from './families.ts'

export const exportEndpoint = ({ kind, path, noun }: Family) =>
  endpoint({
    method: 'GET',
    path: `${path}/export`,
    summary: `Export ${noun}s`,
    description: 'Returns all tests that match the filters as a file, newest first, with their variants.',
    permission: 'read',
    bulk: true,
    query: exportExperimentsQuery,
    reply: z.never(),
    files: listMediaTypes,
    async handle({ query, reach, sql, config }) {
      const filter = { kind, status: query.status }
      async function* pages() {
        for await (const tests of readPages((page) => selectWholeExperiments(sql, reach, filter, page)))
          yield tests.map((test) => describeExperiment(test, config))
      }
      return exportList({ name: path.slice(1), format: query.format, row: experiment, pages: pages() })
    },
  })
