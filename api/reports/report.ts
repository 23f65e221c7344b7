import type { z } from 'zod'
import type { Caller } from '#model/accounts/caller.ts'
import { requireFilters } from '#model/accounts/plans.ts'
import { askClicks } from '#model/clicks/ask-clicks.ts'
import { compileFilter } from '#model/clicks/compile-filter.ts'
import { findScope } from '#model/clicks/find-scope.ts'
import type { Scope } from '#model/clicks/link-filter.ts'
import { type Period, readPeriod } from '#model/clicks/period.ts'
import { useRollups } from '#model/clicks/rollups/use-rollups.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import type { Feature } from '#schemas/accounts.ts'
import { type FilterQuery, reportDomain, reportParams } from '#schemas/analytics.ts'
import { type Context, type Endpoint, type Envelope, endpoint, type Services } from '../frame/endpoint.ts'

type ReportQuery = FilterQuery & {
  days?: number | undefined
  subdomain?: string | undefined
  branded_domain?: string | undefined
}
type ReportSchema = z.ZodObject & z.ZodType<ReportQuery>
type Standard = Parameters<typeof readPeriod>[2]

/** Input of a report. */
export interface ReportRequest<Query = ReportQuery> extends Services, Caller {
  query: Query
  scope: Scope
  /** The short URL in the path; null for all. */
  link: ReadLink | null
  now: number
  period: Period
  /** Scope, period, and filters, for the statements in queries/. */
  where: Fragment
  signal: AbortSignal
  /** Runs a statement for as long as the client waits. */
  ask: <Row>(statement: Fragment, row: z.ZodType<Row>) => Promise<Row[]>
}

/** A report with the filter set F, independent of its paths. */
export interface Report<Query extends ReportSchema, Reply extends z.ZodType> {
  /** Followed by ' for a short URL' at the paths of a single one. */
  summary: string
  description?: string
  feature?: Feature
  query: Query
  reply: Reply
  envelope?: Envelope
  /** Default period. */
  standard: Standard
  answer(asked: ReportRequest<z.output<Query>>): Promise<z.input<Reply>>
}

/** The report for all short URLs of the account. */
export const reportOfAccount = <Query extends ReportSchema, Reply extends z.ZodType>(
  path: `/${string}`,
  report: Report<Query, Reply>,
): Endpoint =>
  endpoint({
    ...frame(report),
    path,
    summary: report.summary,
    description: describe(report),
    query: report.query,
    handle: async (context) => await report.answer(await prepare(report.standard, context)),
  })

/** The report for one short URL or `all`, at the paths of both families. */
export function reportOfLink<Query extends ReportSchema, Reply extends z.ZodType>(
  name: string,
  report: Report<Query, Reply>,
): Endpoint[] {
  // Parameters beyond F are optional, so that this query can replace the report's own query.
  const query = report.query.extend(reportDomain.shape) as unknown as Query
  const at = (path: `/${string}`, alias = '') =>
    endpoint({
      ...frame(report),
      path,
      summary: `${report.summary} for a short URL`,
      description: `${alias}${describe(report)} Use \`all\` as the ID to cover every short URL.`,
      params: reportParams,
      query,
      errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
      handle: async (context) => await report.answer(await prepare(report.standard, context, context.params.id)),
    })
  return [at(`/analytics/${name}/{id}`), at(`/analytics/url/{id}/${name}`, `Alias of \`/analytics/${name}/{id}\`. `)]
}

const describe = ({ description, standard }: Pick<Report<never, never>, 'description' | 'standard'>) =>
  [description, `Default period: ${standard === 'all_time' ? 'all time' : `the last ${standard.days} days`}.`]
    .filter(Boolean)
    .join(' ')

const frame = <Query extends ReportSchema, Reply extends z.ZodType>({
  feature,
  reply,
  envelope = 'data',
}: Report<Query, Reply>) =>
  ({
    method: 'GET',
    permission: 'analytics',
    validation: 'always-400',
    errors: ['FEATURE_DISABLED'],
    reply,
    envelope,
    ...(feature !== undefined && { feature }),
  }) as const

/** Endpoints with separate paths use this. */
export async function prepare<Query extends ReportQuery>(
  standard: Standard,
  context: Omit<Context<unknown, Query, unknown>, 'params' | 'body' | 'answer'>,
  id = 'all',
): Promise<ReportRequest<Query>> {
  const { account, query, ch, signal } = context
  requireFilters(account.plan, query)
  const now = Date.now()
  const period = readPeriod(query, now, standard)
  const { scope, link } = await findScope(context, id)
  const ask: ReportRequest['ask'] = (statement, row) => askClicks(ch, statement, row, { gone: signal })
  const where = compileFilter(scope, period, query)
  const using = { sql: context.sql, scope, period, query, ask }
  return { ...context, scope, link, now, period, where: await useRollups(where, using), ask }
}
