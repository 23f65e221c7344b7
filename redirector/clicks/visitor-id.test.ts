import { describe, expect, it } from 'vitest'
import { createLog } from '#runtime/log.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { VisitorIds } from './visitor-id.ts'

const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })
const visitor = { address: '192.0.2.7', user_agent: 'agent', language: '', referrer: '', purpose: '' }
const day = 86_400_000

async function startIds(salt: string, windowDays = 1): Promise<VisitorIds> {
  const ids = new VisitorIds({ windowDays, loadSalt: async (from) => Buffer.from(`${salt} ${from}`), log })
  await ids.start()
  ids.stop()
  return ids
}

describe('visitor ids', () => {
  const now = Date.now()

  it('are the same for one visitor in one window, on every process', async () => {
    const [one, other] = [await startIds('salt'), await startIds('salt')]
    expect(one.find(visitor, 'account', now)).toBe(other.find(visitor, 'account', now))
  })

  it('differ by IP address, user agent, account, salt and window', async () => {
    const ids = await startIds('salt')
    const all = [
      ids.find(visitor, 'account', now),
      ids.find({ ...visitor, address: '192.0.2.8' }, 'account', now),
      ids.find({ ...visitor, user_agent: 'other' }, 'account', now),
      // User agents longer than any browser's count in full, too.
      ids.find({ ...visitor, user_agent: `${'x'.repeat(4_000)}1` }, 'account', now),
      ids.find({ ...visitor, user_agent: `${'x'.repeat(4_000)}2` }, 'account', now),
      ids.find(visitor, 'other', now),
      ids.find(visitor, 'account', now + day),
      (await startIds('other salt')).find(visitor, 'account', now),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('are those of all processes soon after the machine was suspended until a later window', async () => {
    const [one, other] = [await startIds('salt'), await startIds('salt')]
    const later = now + 3 * day
    one.find(visitor, 'account', later)
    await eventually(() => expect(one.find(visitor, 'account', later)).toBe(other.find(visitor, 'account', later)))
    expect(one.find(visitor, 'account', now)).toBe(other.find(visitor, 'account', now))
  })

  it('stay the same for the whole of a longer window', async () => {
    const ids = await startIds('salt', 7)
    const start = now - (now % (7 * day))
    expect(ids.find(visitor, 'account', start)).toBe(ids.find(visitor, 'account', start + 7 * day - 1))
  })

  it('are 64-bit decimal numbers, spread over their whole range', async () => {
    const ids = await startIds('salt')
    const found = Array.from({ length: 2_000 }, (_, index) =>
      BigInt(ids.find({ ...visitor, user_agent: String(index) }, 'account', now)),
    )
    expect(found.every((id) => id >= 0n && id < 2n ** 64n)).toBe(true)
    for (const bit of [0n, 15n, 16n, 31n, 32n, 47n, 63n]) {
      const ones = found.filter((id) => (id >> bit) & 1n).length
      expect(ones).toBeGreaterThan(800)
      expect(ones).toBeLessThan(1_200)
    }
  })
})
