import { verifyPassword } from '#model/accounts/passwords.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import { Unavailable } from './unavailable.ts'

/** Wrong passwords of a link per minute, of one client and of the network in which it can change its address. */
const mostOfClient = 10
const mostOfNetwork = 30
const windowSeconds = 60
/** Wrong passwords of a link, by anyone, in this time after which attempts wait. */
const mostWithoutWait = 30
const linkWindowSeconds = 600
/** The first wait, which doubles with every further ten wrong passwords, and the longest. */
const firstWaitMs = 500
const failuresPerDoubling = 10
const waitMostMs = 8_000
/** Waiting attempts, each of which keeps a connection open. */
const mostWaiting = 1_000
/** Concurrent checks. Each takes 19 MiB and 20 ms of CPU time. */
const mostAtOnce = 8

const take = redisScript(`
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return used
`)
const giveBack = redisScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end
return 0
`)

interface Attempt {
  link_id: string
  password_hash: string
  /** Identify the visitor's IP address or /64, and the /24 or /48 around it, without revealing them. */
  client: string
  network: string
  password: string
}

/**
 * Checks link passwords. Wrong ones are limited per client and network. An attacker with many networks looks like many
 * visitors, so the wrong passwords of a link only make all attempts slower, one at a time for each network: nobody is
 * locked out.
 */
export class PasswordChecker {
  readonly #redis: Redis
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #waiting = new Set<string>()
  #running = 0

  /** `wait` rejects when the process stops: it cannot keep visitors waiting for so long. */
  constructor(redis: Redis, wait: (ms: number) => Promise<unknown>) {
    this.#redis = redis
    this.#wait = wait
  }

  /** Counts an attempt as wrong before checking it. Otherwise a hundred simultaneous attempts would all be checked. */
  async check({ link_id, password_hash, client, network, password }: Attempt): Promise<'right' | 'wrong' | 'too-many'> {
    const link = `unlock:${link_id}`
    const keys = [`${link}:${client}`, `${link}:${network}`] as const
    const [ofClient, ofNetwork] = await this.#count(() =>
      Promise.all(keys.map((key) => take(this.#redis, key, windowSeconds))),
    )
    if (Number(ofClient) > mostOfClient || Number(ofNetwork) > mostOfNetwork) return 'too-many'
    const ofLink = await this.#count(() => take(this.#redis, link, linkWindowSeconds))
    const verdict = await this.#judge({ password_hash, password }, waitMs(Number(ofLink)), keys[1]).catch(
      async (error: unknown) => {
        await this.#giveBack([...keys, link])
        throw error
      },
    )
    if (verdict === 'right') await this.#giveBack([...keys, link])
    // It was not checked, so the link has no further wrong password. The client asked too often.
    if (verdict === 'too-many') await this.#giveBack([link])
    return verdict
  }

  async #judge({ password_hash, password }: Pick<Attempt, 'password_hash' | 'password'>, ms: number, place: string) {
    if (!(await this.#takeTurn(ms, place))) return 'too-many'
    return (await this.#verify(password_hash, password)) ? 'right' : 'wrong'
  }

  async #giveBack(keys: readonly string[]): Promise<void> {
    await this.#count(() => Promise.all(keys.map((key) => giveBack(this.#redis, key))))
  }

  /** False if an attempt from the same network is waiting: attempts that wait together would cost a guesser no time. */
  async #takeTurn(ms: number, place: string): Promise<boolean> {
    if (ms === 0) return true
    if (this.#waiting.has(place)) return false
    if (this.#waiting.size >= mostWaiting) throw new Unavailable('too many password checks are waiting')
    this.#waiting.add(place)
    try {
      await this.#wait(ms)
      return true
    } catch (error) {
      throw new Unavailable('a password check ended while it waited', { cause: error })
    } finally {
      this.#waiting.delete(place)
    }
  }

  async #verify(password_hash: string, password: string): Promise<boolean> {
    if (this.#running >= mostAtOnce) throw new Unavailable(`too many concurrent password checks (limit: ${mostAtOnce})`)
    this.#running++
    try {
      return await verifyPassword(password_hash, password)
    } finally {
      this.#running--
    }
  }

  /** Fails if Redis is unavailable, so that guessing is never unlimited. */
  async #count<Count>(step: () => Promise<Count>): Promise<Count> {
    try {
      return await step()
    } catch (error) {
      throw new Unavailable('wrong passwords cannot be counted', { cause: error })
    }
  }
}

/** How long an attempt waits for its answer, by the number of this link's wrong passwords. */
function waitMs(failures: number): number {
  if (failures <= mostWithoutWait) return 0
  const doublings = Math.floor((failures - mostWithoutWait - 1) / failuresPerDoubling)
  return Math.min(waitMostMs, firstWaitMs * 2 ** doublings)
}
