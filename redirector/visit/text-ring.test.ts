import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextRing } from './text-ring.ts'

describe('the text ring', () => {
  it('returns only the last text of a key, in any sequence of puts, deletes and overwrites', () => {
    // The last three have the same hash.
    const keys = ['a', 'ab', 'link:1', '', 'b0ccrhg', 'c5offi9', 'b0ccrhg\0']
    const key = fc.constantFrom(...keys)
    const step = fc.oneof(
      fc.record({ key, text: fc.string({ unit: 'grapheme', maxLength: 20 }) }),
      fc.record({ key, text: fc.constant(undefined) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const ring = new TextRing(512)
        const last = new Map<string, { text: string; at: number } | undefined>()
        for (const [at, { key, text }] of steps.entries()) {
          last.set(key, text === undefined ? undefined : { text, at })
          if (text === undefined) ring.delete(key)
          else ring.put(key, text, at)
          // The last text is there; the others may have been overwritten.
          expect(ring.get(key)).toEqual(last.get(key))
          for (const known of keys) {
            const found = ring.get(known)
            expect([undefined, last.get(known)]).toContainEqual(found)
            expect(ring.has(known, 0)).toBe(found !== undefined)
          }
        }
      }),
    )
  })

  it('keeps as much as fits and drops the oldest', () => {
    const ring = new TextRing(1024 * 1024)
    const text = 'x'.repeat(240)
    for (let index = 0; index < 10_000; index++) ring.put(`key${index}`, text, index)
    const kept = (first: number, end: number) =>
      Array.from({ length: end - first }, (_, index) => `key${first + index}`).filter((key) => ring.has(key, 0)).length
    expect(kept(0, 5_000)).toBe(0)
    expect(kept(6_500, 10_000)).toBeGreaterThan(3_200)
    expect(ring.has('key9999', 9_999)).toBe(true)
    expect(ring.has('key9999', 10_000)).toBe(false)
  })

  it('does not mistake a text for the head of an overwritten entry', () => {
    const ring = new TextRing(512)
    const put = (key: string) => ring.put(key, 'x'.repeat(88), 1)
    for (const key of ['1', 'k', '3']) put(key)
    expect(ring.get('k')).toBeDefined()
    // Written from the start over the first two entries: where the head of k was, there is now a copy of one.
    const head = `${'\0'.repeat(8)}\u0001\0\0\0\u0005\0\0\0`
    ring.put('5', `${'x'.repeat(112 - 16 - 1)}${head}kfalse`, 2)
    expect(ring.get('k')).toBeUndefined()
  })

  it('drops a key if its new text is too long', () => {
    const ring = new TextRing(512)
    ring.put('key', 'short', 1)
    ring.put('key', 'x'.repeat(600), 2)
    expect(ring.get('key')).toBeUndefined()
  })
})
