import { hash, type Options, verify } from '@node-rs/argon2'

/**
 * argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. About 20 ms on a thread of the
 * pool, never on the event loop.
 */
const memoryKib = 19_456
const passes = 2
const lanes = 1
const cost: Options = { memoryCost: memoryKib, timeCost: passes, parallelism: lanes }

/** No password has this hash: it is checked where there is no user, so that both take the same time. */
const nobodysHash = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Its parameters are in the hash itself: raising them later leaves stored hashes valid. */
export const hashPassword = (password: string): Promise<string> => hash(spell(password), cost)

/** False also where there is no hash, and then not any sooner. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, spell(password))
  return matches && passwordHash !== null
}

/** One spelling, whichever way a keyboard composes its letters. */
const spell = (password: string) => password.normalize('NFKC')
