/** Places where the text of a key may stand. */
const ways = 4
/** A text is longer as a rule, so that bytes run out before places do. */
const bytesPerPlace = 128
/** Of one UTF-16 unit. */
const utf8MostBytes = 3
/** A head: the time of the text, then the bytes of its key and its own. It begins at a multiple of the widest of them. */
const timeBytes = 8
const lengthBytes = 4
const headBytes = timeBytes + 2 * lengthBytes
const nowhere = -1

interface Remembered {
  text: string
  at: number
}

/**
 * Texts by key, outside the heap, where no garbage collector goes over them. The oldest make room for new ones; now and
 * then one leaves early, since the places for its key are taken. Keys are ASCII.
 */
export class TextRing {
  readonly #bytes: Buffer
  readonly #lengths: Uint32Array
  readonly #times: Float64Array
  /** By place: the hash of its key, and how many bytes had been written before the head of its text. */
  readonly #hashes: Int32Array
  readonly #begins: Float64Array
  readonly #bucketMask: number
  /** Since the start, with those left out at the end of each lap. */
  #written = 0
  /** What was written before is out of date. */
  #currentFrom = 0

  /** A multiple of 8. */
  constructor(mostBytes: number) {
    const ring = new ArrayBuffer(mostBytes)
    this.#bytes = Buffer.from(ring)
    this.#lengths = new Uint32Array(ring)
    this.#times = new Float64Array(ring)
    const buckets = 2 ** Math.ceil(Math.log2(mostBytes / bytesPerPlace / ways))
    this.#bucketMask = buckets - 1
    this.#hashes = new Int32Array(buckets * ways)
    this.#begins = new Float64Array(buckets * ways).fill(nowhere)
  }

  /** Whether there is a text of that time or later. */
  has(key: string, since: number): boolean {
    return this.#isSince(this.#find(key, keyHash(key)), since)
  }

  /** Whether there is one that was also written since all were last declared out of date. */
  hasCurrent(key: string, since: number): boolean {
    const place = this.#find(key, keyHash(key))
    return this.#isSince(place, since) && this.#beginOf(place) >= this.#currentFrom
  }

  /** What is there stays there, and is current no more. */
  expireAll(): void {
    this.#currentFrom = this.#written
  }

  get(key: string): Remembered | undefined {
    const place = this.#find(key, keyHash(key))
    if (place === nowhere) return undefined
    const offset = this.#offsetOf(place)
    const begin = offset + headBytes + key.length
    return {
      text: this.#bytes.toString('utf8', begin, begin + (this.#lengths[textLengthAt(offset)] ?? 0)),
      at: this.#timeAt(offset),
    }
  }

  put(key: string, text: string, at: number): void {
    const hash = keyHash(key)
    const found = this.#find(key, hash)
    const mostBytes = headBytes + key.length + text.length * utf8MostBytes
    if (mostBytes > this.#bytes.length) return this.#free(found)
    const place = found === nowhere ? this.#oldest(hash) : found
    const offset = this.#makeRoom(mostBytes)
    const keyAt = offset + headBytes
    for (let index = 0; index < key.length; index++) this.#bytes[keyAt + index] = key.charCodeAt(index)
    const textBytes = this.#bytes.write(text, keyAt + key.length)
    this.#times[offset / timeBytes] = at
    this.#lengths[keyLengthAt(offset)] = key.length
    this.#lengths[textLengthAt(offset)] = textBytes
    this.#hashes[place] = hash
    this.#begins[place] = this.#written
    this.#written += Math.ceil((headBytes + key.length + textBytes) / timeBytes) * timeBytes
  }

  delete(key: string): void {
    this.#free(this.#find(key, keyHash(key)))
  }

  #free(place: number): void {
    if (place !== nowhere) this.#begins[place] = nowhere
  }

  /** Where to write next; a text is never in two pieces. */
  #makeRoom(bytes: number): number {
    const left = this.#bytes.length - (this.#written % this.#bytes.length)
    if (bytes > left) this.#written += left
    return this.#written % this.#bytes.length
  }

  #find(key: string, hash: number): number {
    const first = this.#firstPlace(hash)
    for (let place = first; place < first + ways; place++) {
      if (this.#hashes[place] === hash && this.#isThere(place) && this.#isOf(key, place)) return place
    }
    return nowhere
  }

  /** Not written over. */
  #isThere(place: number): boolean {
    const begin = this.#beginOf(place)
    return begin !== nowhere && begin >= this.#written - this.#bytes.length
  }

  #isSince(place: number, since: number): boolean {
    return place !== nowhere && this.#timeAt(this.#offsetOf(place)) >= since
  }

  #isOf(key: string, place: number): boolean {
    const offset = this.#offsetOf(place)
    if (this.#lengths[keyLengthAt(offset)] !== key.length) return false
    const keyAt = offset + headBytes
    for (let index = 0; index < key.length; index++) {
      if (this.#bytes[keyAt + index] !== key.charCodeAt(index)) return false
    }
    return true
  }

  #oldest(hash: number): number {
    const first = this.#firstPlace(hash)
    let oldest = first
    for (let place = first + 1; place < first + ways; place++) {
      if (this.#beginOf(place) < this.#beginOf(oldest)) oldest = place
    }
    return oldest
  }

  #firstPlace(hash: number): number {
    return (hash & this.#bucketMask) * ways
  }

  #offsetOf(place: number): number {
    return this.#beginOf(place) % this.#bytes.length
  }

  #beginOf(place: number): number {
    return this.#begins[place] ?? nowhere
  }

  #timeAt(offset: number): number {
    return this.#times[offset / timeBytes] ?? 0
  }
}

const keyLengthAt = (offset: number): number => (offset + timeBytes) / lengthBytes
const textLengthAt = (offset: number): number => keyLengthAt(offset) + 1

/** FNV-1a of an ASCII text, its better bits below. */
function keyHash(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 15)
}
