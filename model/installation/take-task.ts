import type { Tx } from '#runtime/postgres.ts'

/** False if another worker is running the task. The lock lasts until the end of the transaction. */
export async function takeTask(tx: Tx, name: string): Promise<boolean> {
  const [lock] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`upkeep ${name}`}, 0)) as mine`
  return lock?.mine === true
}
