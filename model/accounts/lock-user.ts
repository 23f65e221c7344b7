import type { Tx } from '#runtime/postgres.ts'

/** Locks the user with this email address until the transaction ends. Null if there is none. */
export async function lockUser(tx: Tx, email: string): Promise<{ id: string; email: string } | null> {
  const [row] = await tx<{ id: string; email: string }[]>`
    select id, email
    from users
    where lower(email) = lower(${email})
    for no key update`
  return row ?? null
}
