import { hash, type Options, verify } from '@node-rs/argon2'

/**
 * argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. Takes about 20 ms
 * on a thread of the pool, never on the event loop.
 */
const memoryKib = 19_456
const passes = 2
const lanes = 1
const cost: Options = { memoryCost: memoryKib, timeCost: passes, parallelism: lanes }

/** A hash that no password has. It is checked if there is no user, so that both cases take the same time. */
const nobodysHash = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** The hash contains its parameters, so raising them later keeps stored hashes valid. */
export const hashPassword = (password: string): Promise<string> => hash(spell(password), cost)

/** Also false without a hash, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, spell(password))
  return matches && passwordHash !== null
}

/** Normalizes the different ways in which keyboards compose letters. */
const spell = (password: string) => password.normalize('NFKC')
