import { expect, it } from 'vitest'
import { Latest } from './latest.ts'

const keep = (latest: Latest<number, string>, from: number, to: number) => {
  for (let key = from; key < to; key++) latest.set(key, String(key))
}
const kept = (latest: Latest<number, string>, most: number) =>
  Array.from({ length: most }, (_, key) => latest.get(key)).filter((value) => value !== undefined)

it('keeps the latest entries, and at most twice as many', () => {
  for (let count = 100; count <= 500; count += 33) {
    const latest = new Latest<number, string>(100)
    keep(latest, 0, count)
    for (let key = count - 100; key < count; key++) expect(latest.get(key)).toBe(String(key))
    const again = new Latest<number, string>(100)
    keep(again, 0, count)
    expect(kept(again, count).length).toBeLessThanOrEqual(200)
  }
})

it('keeps entries that are used repeatedly', () => {
  const latest = new Latest<number, string>(10)
  latest.set(-1, 'asked for')
  for (let key = 0; key < 1_000; key++) {
    latest.set(key, '')
    expect(latest.get(-1)).toBe('asked for')
  }
})
