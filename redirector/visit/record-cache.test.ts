import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fetched, RecordCache, type Trust } from './record-cache.ts'
import { OverBudget, Unavailable } from './unavailable.ts'

describe('the record cache', () => {
  /** Values are parsed from JSON texts. */
  const read = vi.fn<(text: string) => string>((text) => JSON.parse(text))
  let cache: RecordCache<string>
  let trust: Trust
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    read.mockClear()
    trust = { until: 0 }
    cache = new RecordCache({ mostEntries: 10, mostEntryBytes: 1_000, mostTextBytes: 4_096, read, trust })
  })
  afterEach(() => void vi.useRealTimers())

  const peek = () => cache.peek('key', Date.now())?.value
  const found = (value: string): Fetched<string> => ({ value, text: JSON.stringify(value) })
  const away = async () => {
    throw new Unavailable('away')
  }

  it('uses a record for two seconds', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(1_999)
    expect(peek()).toBe('one')
    vi.advanceTimersByTime(1)
    expect(peek()).toBeUndefined()
  })

  it('keeps objects up to a total size of their texts', async () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      await cache.load(key, async () => found(key.repeat(300)))
      expect(cache.peek(key, Date.now())?.value).toBe(key.repeat(300))
    }
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key, Date.now()) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('uses a record for half a minute while every change is heard', async () => {
    trust.until = Date.now() + 60_000
    await cache.load('text', async () => found('one'))
    await cache.load('key', async () => found('one'))
    expect(peek()).toBe('one')
    vi.advanceTimersByTime(29_999)
    expect([peek(), cache.peek('text', Date.now())?.value]).toEqual(['one', 'one'])
    trust.until = Date.now()
    expect(peek()).toBeUndefined()
    trust.until = Date.now() + 60_000
    expect(peek()).toBe('one')
    vi.advanceTimersByTime(1)
    expect([peek(), cache.peek('text', Date.now())]).toEqual([undefined, undefined])
  })

  it('distrusts a record from before the clock was set back, even while a failed fetch is not repeated', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(3_000)
    expect(await cache.load('key', away)).toBe('one')
    expect(peek()).toBe('one')
    cache.expireAll()
    expect(cache.peek('key', Date.now() - 3_600_000)).toBeUndefined()
  })

  it('distrusts a record from before a gap, even if every change is heard again', async () => {
    trust.until = Date.now() + 60_000
    await cache.load('text', async () => found('one'))
    await cache.load('key', async () => found('one'))
    expect(peek()).toBe('one')
    cache.expireAll()
    expect([peek(), cache.peek('text', Date.now())]).toEqual([undefined, undefined])
    for (const key of ['key', 'text']) expect(await cache.load(key, away)).toBe('one')
    vi.advanceTimersByTime(1_000)
    expect([peek(), cache.peek('text', Date.now())]).toEqual([undefined, undefined])
  })

  it('keeps a record as text until its next use, then as an object', async () => {
    await cache.load('key', async () => found('one'))
    expect(read).not.toHaveBeenCalled()
    expect([peek(), peek(), peek()]).toEqual(['one', 'one', 'one'])
    expect(read).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_000)
    await cache.load('key', async () => found('two'))
    expect(peek()).toBe('two')
    expect(read).toHaveBeenCalledTimes(1)
    cache.drop('key')
    expect([peek(), cache.lastSeen('key')]).toEqual([undefined, undefined])
  })

  it('returns what it saw last, in either form', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(5_000)
    expect(cache.lastSeen('key')).toBe('one')
    await cache.load('key', async () => found('two'))
    expect([cache.lastSeen('key'), peek(), cache.lastSeen('key')]).toEqual(['two', 'two', 'two'])
  })

  it('fetches once for concurrent requests', async () => {
    const fetch = vi.fn<() => Promise<Fetched<string>>>(async () => found('one'))
    expect(await Promise.all([cache.load('key', fetch), cache.load('key', fetch)])).toEqual(['one', 'one'])
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('distrusts all records after changes may have been missed, even if the clock was turned back', async () => {
    const before = Date.now() + 600_000
    await cache.load('key', async () => found('one'), before)
    cache.expireAll()
    expect(cache.peek('key', before)).toBeUndefined()
    expect(cache.lastSeen('key')).toBe('one')
    await cache.load('key', async () => found('two'), before)
    expect(cache.peek('key', before)?.value).toBe('two')
  })

  it('forgets a changed record', async () => {
    await cache.load('key', async () => found('one'))
    cache.drop('key')
    expect(peek()).toBeUndefined()
  })

  it('fetches again if a record changes during the fetch', async () => {
    const current: boolean[] = []
    const values = ['old', 'new']
    const loaded = cache.load('key', async (isCurrent) => {
      const value = values.shift() ?? ''
      if (value === 'old') cache.drop('key')
      current.push(isCurrent())
      return found(value)
    })
    expect(await loaded).toBe('new')
    expect(current).toEqual([false, true])
    expect(peek()).toBe('new')
  })

  it('fetches again if changes may have been missed during the fetch', async () => {
    const values = ['old', 'new']
    const loaded = cache.load('key', async () => {
      if (values.length === 2) cache.expireAll()
      return found(values.shift() ?? '')
    })
    expect(await loaded).toBe('new')
  })

  it('does not keep a record that changes all the time', async () => {
    let count = 0
    const loaded = cache.load('key', async () => {
      cache.drop('key')
      return found(String(++count))
    })
    expect(await loaded).toBe('3')
    expect(peek()).toBeUndefined()
  })

  it('serves a record of up to ten minutes while all stores are down, and asks again each second', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(600_000)
    expect(await cache.load('key', away)).toBe('one')
    expect(peek()).toBe('one')
    vi.advanceTimersByTime(1_000)
    expect(peek()).toBeUndefined()
    await expect(cache.load('key', away)).rejects.toThrow(Unavailable)
  })

  it('does not make a visit wait for a hanging store if there is an old record', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(5_000)
    const loaded = cache.load('key', () => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(250)
    expect(await loaded).toBe('one')
  })

  it('does not serve an old record that is known to be wrong', async () => {
    await cache.load('key', async () => found('one'))
    cache.drop('key')
    await expect(cache.load('key', away)).rejects.toThrow(Unavailable)
  })

  it('waits for a slow store if the old record is known to be wrong', async () => {
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(5_000)
    const answers: ((value: Fetched<string>) => void)[] = []
    const loaded = cache.load('key', () => new Promise((resolve) => answers.push(resolve)))
    cache.drop('key')
    await vi.advanceTimersByTimeAsync(1_000)
    answers[0]?.(found('one'))
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.(found('two'))
    expect(await loaded).toBe('two')
  })

  it('serves old records after a lost connection only if no store responds', async () => {
    await cache.load('key', async () => found('one'))
    cache.expireAll()
    expect(peek()).toBeUndefined()
    expect(await cache.load('key', away)).toBe('one')
    cache.expireAll()
    expect(await cache.load('key', async () => found('two'))).toBe('two')
  })

  it('serves an old record to a visit that may not query all stores, and does not count it as fresh', async () => {
    const bounded = () => Promise.reject(new OverBudget('bounded'))
    await cache.load('key', async () => found('one'))
    vi.advanceTimersByTime(5_000)
    expect(await cache.load('key', bounded)).toBe('one')
    expect(peek()).toBeUndefined()
    cache.drop('key')
    await expect(cache.load('key', bounded)).rejects.toThrow(OverBudget)
  })

  it('does not treat an unexpected error as an outage', async () => {
    await cache.load('key', async () => found('one'))
    cache.expireAll()
    const fault = async () => {
      throw new TypeError('fault')
    }
    await expect(cache.load('key', fault)).rejects.toThrow(TypeError)
  })
})

describe('the memory of the record cache', () => {
  it('releases fetched records, even if its own table is old', async () => {
    const records = 20_000
    const atOnce = 64
    const bytesEach = 1_600
    const cache = new RecordCache<number[]>({
      mostEntries: 10,
      mostEntryBytes: 1_000_000,
      mostTextBytes: 4_096,
      read: () => [],
      trust: { until: 0 },
    })
    const fetchOne = async (index: number): Promise<Fetched<number[]>> => {
      await Promise.resolve()
      // Simulates a full garbage collection, which makes unfinished fetches old objects.
      if (index === 500) collectAll()
      return { value: Array.from({ length: bytesEach / 8 }, () => index), text: '' }
    }
    collectAll()
    const before = oldBytes()
    let most = 0
    for (let first = 0; first < records; first += atOnce) {
      const indexes = Array.from({ length: atOnce }, (_, at) => first + at)
      await Promise.all(indexes.map((index) => cache.load(`key${index}`, () => fetchOne(index))))
      most = Math.max(most, oldBytes() - before)
    }
    expect(most).toBeLessThan((records * bytesEach) / 4)
  })
})

setFlagsFromString('--expose-gc')
const collectAll = runInNewContext('gc') as () => void
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
