import type { Tx } from '#runtime/postgres.ts'

/** False when another worker is at the task. The lock lasts as long as the transaction. */
export async function takeTask(tx: Tx, name: string): Promise<boolean> {
  const [lock] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`upkeep ${name}`}, 0)) as mine`
  return lock?.mine === true
}
