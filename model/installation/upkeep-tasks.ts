import { endIfMachineFails, type Part, type Sql, type Tx } from '#runtime/postgres.ts'

/** A condition of SQL: true if a task has something to do. */
export type Due = (sql: Sql) => Part

/** False if another worker is running the task. The lock lasts until the end of the transaction. */
export async function takeTask(tx: Tx, name: string): Promise<boolean> {
  const [lock] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`upkeep ${name}`}, 0)) as mine, ${endIfMachineFails(tx)}`
  return lock?.mine === true
}

/** The names of the tasks that have something to do. One statement for all of them, since it runs all the time. */
export async function findDueTasks(sql: Sql, tasks: readonly { name: string; isDue: Due }[]): Promise<Set<string>> {
  const conditions = tasks.map(({ name, isDue }) => sql`select ${name}::text as name where ${isDue(sql)}`)
  const all = conditions.reduce((list, one) => sql`${list} union all ${one}`)
  const rows = await sql<{ name: string }[]>`${all}`
  return new Set(rows.map(({ name }) => name))
}
