import type { z } from 'zod'
import { askClicks } from '#model/clicks/ask-clicks.ts'
import { experimentClicks, experimentClicksRow } from '#model/clicks/queries/experiment-clicks.ts'
import { clicksOfExperiments } from '#model/clicks/which-clicks.ts'
import { countExperiments, selectExperiments } from '#model/experiments/select-experiments.ts'
import { shortUrlOf } from '#model/links/describe-link.ts'
import type { Page } from '#model/rows.ts'
import { experimentList, listExperimentsQuery } from '#schemas/experiments.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'
import type { Family } from './families.ts'

export const listEndpoint = ({ kind, path, noun }: Family) =>
  endpoint({
    method: 'GET',
    path,
    summary: `List ${noun}s`,
    description: 'Newest first.',
    permission: 'read',
    query: listExperimentsQuery,
    reply: experimentList,
    envelope: 'bare',
    async handle({ query, account, reach, sql, ch, config, signal }) {
      const filter = { kind, status: query.status }
      const counting = countExperiments(sql, reach, filter)
      const select = (part: Page) => selectExperiments(sql, reach, filter, part)
      const { rows: tests, pagination } = await readPage(query, select, counting)
      // The clicks of a deleted link count no more, even while they are stored.
      const linked = tests.filter(({ link }) => link !== null)
      const statement = experimentClicks(clicksOfExperiments(account.id, linked))
      const rows = linked.length === 0 ? [] : await askClicks(ch, statement, experimentClicksRow, { gone: signal })
      const counts = new Map(rows.map((row) => [row.test_id, row]))
      return {
        tests: tests.map(({ link_id, link, created_at, ...test }) => ({
          ...test,
          primary_url_id: link_id,
          short_url: link === null ? null : shortUrlOf(config, link.domain, link.code),
          ...countsOf(test, counts.get(test.id)),
          created_at: created_at.toISOString(),
        })),
        pagination,
      }
    },
  })

/** A variant without clicks has no row. */
const countsOf = (
  { variant_count }: { variant_count: number },
  row: z.output<typeof experimentClicksRow> | undefined,
) => ({
  total_clicks: row?.clicks ?? 0,
  least_clicks: row?.variants === variant_count ? row.least_clicks : 0,
})
