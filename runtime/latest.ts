/**
 * A map of what was used latest: at least the latest `most`, and twice as many at most. When the newer half is full, the
 * older one goes, without those that were asked for since. To keep all in the order of their use takes three times as long.
 */
export class Latest<Key, Value extends object | string> {
  readonly #most: number
  readonly #own: (key: Key) => Key
  #newer = new Map<Key, Value>()
  #older = new Map<Key, Value>()

  /** `own` makes the key that is kept out of the one that was given. */
  constructor(most: number, own: (key: Key) => Key = (key) => key) {
    this.#most = most
    this.#own = own
  }

  get(key: Key): Value | undefined {
    const value = this.#newer.get(key)
    if (value !== undefined) return value
    const old = this.#older.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#most && !this.#newer.has(key)) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(this.#own(key), value)
  }
}
