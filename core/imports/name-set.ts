/** Two 32-bit hashes of a name make its place and its mark. Each has the number that it begins with, and an odd multiplier. */
type Seeds = readonly [one: number, two: number, oneTimes: number, twoTimes: number]
const fewestPlaces = 1 << 7
/** Tables grow one after the other, so that there is never a second copy of the whole set. */
const tables = 32
const tableBits = 27

/**
 * A set of names of which only 64-bit hashes are kept: a million take 17 MB, and about 100 MB in a Set. With a million
 * names, the chance that it confuses two of them is 1 in 37 million, so use it only for counts and filters.
 */
export class NameSet {
  readonly #seeds = drawSeeds()
  readonly #tables = Array.from({ length: tables }, () => new HashTable())

  has(name: string): boolean {
    const [one, two] = hashesOf(name, this.#seeds)
    return this.#tableOf(one).has(one, two)
  }

  add(name: string): void {
    const [one, two] = hashesOf(name, this.#seeds)
    this.#tableOf(one).add(one, two)
  }

  #tableOf(one: number): HashTable {
    return this.#tables[one >>> tableBits] as HashTable
  }
}

class HashTable {
  /** Pairs of hashes. A pair of zeros is free. */
  #pairs = new Uint32Array(2 * fewestPlaces)
  #size = 0

  has(one: number, two: number): boolean {
    return this.#pairs[2 * this.#find(one, two)] !== 0
  }

  add(one: number, two: number): void {
    const place = this.#find(one, two)
    if (this.#pairs[2 * place] !== 0) return
    this.#pairs[2 * place] = one
    this.#pairs[2 * place + 1] = two
    this.#size += 1
    if (this.#size * 4 > this.#pairs.length) this.#grow()
  }

  /** The place of these hashes, or the free one where they belong. At most half of the places are taken. */
  #find(one: number, two: number): number {
    const places = this.#pairs.length / 2
    let place = two & (places - 1)
    while (this.#pairs[2 * place] !== 0 && (this.#pairs[2 * place] !== one || this.#pairs[2 * place + 1] !== two))
      place = (place + 1) & (places - 1)
    return place
  }

  #grow(): void {
    const before = this.#pairs
    this.#pairs = new Uint32Array(2 * before.length)
    for (let at = 0; at < before.length; at += 2) {
      const [one = 0, two = 0] = [before[at], before[at + 1]]
      if (one === 0) continue
      const place = this.#find(one, two)
      this.#pairs[2 * place] = one
      this.#pairs[2 * place + 1] = two
    }
  }
}

/** Random for each set: with known ones, a file could have names that share a place, and each would be compared with all others. */
export function drawSeeds(): Seeds {
  const [one = 0, two = 0, oneTimes = 0, twoTimes = 0] = crypto.getRandomValues(new Uint32Array(4))
  return [one, two, oneTimes | 1, twoTimes | 1]
}

/** The first is never 0. */
export function hashesOf(name: string, seeds: Seeds): [number, number] {
  let [one, two] = seeds
  const [, , oneTimes, twoTimes] = seeds
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    one = Math.imul(one ^ code, oneTimes)
    two = Math.imul(two ^ code, twoTimes)
    two ^= two >>> 15
  }
  return [mix(one) || 1, mix(two)]
}

/** Spreads the last letters over all bits. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
