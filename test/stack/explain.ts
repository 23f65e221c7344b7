import postgres from 'postgres'
import type { Sql } from '#runtime/postgres.ts'
import type { TestStores } from './stores.ts'

/** A node of a Postgres query plan. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

/** Runs the work, and returns the plan of the statement that it sent for a table. */
export async function explain<Answer>(
  { urls, sql }: Pick<TestStores, 'urls' | 'sql'>,
  table: string,
  work: (sql: Sql) => Promise<Answer>,
): Promise<{ answer: Answer; nodes: PlanNode[] }> {
  const sent: [string, string[]][] = []
  const bigint = { to: 20, from: [20], serialize: String, parse: Number }
  const listening = postgres(urls.database_url, {
    max: 1,
    types: { bigint },
    fetch_types: false,
    debug: (_connection, statement, values) => sent.push([statement, values]),
  })
  const answer = await work(listening)
  await listening.end()
  const [statement = '', values] = sent.find(([text]) => text.includes(table)) ?? []
  const [row] = await sql.unsafe(`explain (format json) ${statement}`, values)
  return { answer, nodes: nodesOf(row?.['QUERY PLAN'][0].Plan) }
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

export const indexesIn = (nodes: PlanNode[]): string[] => nodes.flatMap((node) => node['Index Name'] ?? [])

/** Tables with a sequential scan. */
export const scannedIn = (nodes: PlanNode[]): (string | undefined)[] =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
