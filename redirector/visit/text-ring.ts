/** Places in a bucket: a key can be in any place of its bucket. */
const ways = 4
/** Texts are longer as a rule (300 bytes with key and head), so bytes run out before places do. */
const bytesPerPlace = 128
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const utf8MostBytes = 3
/** Bytes of a head: a time (8), the length of the key (4), the length of the text (4). Heads begin at multiples of 8. */
const timeBytes = 8
const lengthBytes = 4
const headBytes = timeBytes + 2 * lengthBytes
/** The begin of a place that is empty. */
const nowhere = -1

interface Remembered {
  text: string
  at: number
}

/**
 * A cache of texts by ASCII key, in two blocks of memory outside the heap, so that the garbage collector never visits them.
 *
 * The ring has the texts, each behind its head and its key, written one after another:
 *
 *     ... | time, key length, text length | key | text | padding to 8 bytes | time, ...
 *
 * At its end, writing continues at its start, over the oldest texts. `#written` counts every byte since the ring was
 * created, and the *begin* of a text is that count when its head was written. So `begin % size` is where the head is,
 * and a text has been overwritten once `#written` is more than one size past its begin.
 *
 * The places find a text: the hash of a key selects a bucket of four places, and each place has the hash of a key and the
 * begin of its text. Nobody clears the place of an overwritten text: its begin shows that it is out of date. When all four
 * places of a bucket are in use, the oldest is reused, so now and then a text is forgotten before it is overwritten.
 */
export class TextRing {
  /** The ring, in three views of the same memory. */
  readonly #bytes: Buffer
  readonly #lengths: Uint32Array
  readonly #times: Float64Array
  /** The places. */
  readonly #hashes: Int32Array
  readonly #begins: Float64Array
  readonly #bucketMask: number
  /** Bytes written since the start, including those skipped at the end of the ring. */
  #written = 0
  /** Texts with an earlier begin are no longer current. */
  #currentFrom = 0

  /** The size of the ring must be a multiple of 8. */
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

  /** Whether the key has a text of that time or later. */
  has(key: string, since: number): boolean {
    return this.#isSince(this.#find(key, keyHash(key)), since)
  }

  /** Whether the key has a text of that time or later that was written after the last expireAll. */
  hasCurrent(key: string, since: number): boolean {
    const place = this.#find(key, keyHash(key))
    return this.#isSince(place, since) && this.#beginOf(place) >= this.#currentFrom
  }

  /** Every text stays available to `get`, but none is current. */
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

  /** A text that is larger than the ring is not kept, and the older text of its key is forgotten. */
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

  /** Where to write next. A text is never split: if it does not fit before the end, that end is skipped. */
  #makeRoom(bytes: number): number {
    const left = this.#bytes.length - (this.#written % this.#bytes.length)
    if (bytes > left) this.#written += left
    return this.#written % this.#bytes.length
  }

  /** The place of a key whose text is still in the ring, or `nowhere`. */
  #find(key: string, hash: number): number {
    const first = this.#firstPlace(hash)
    for (let place = first; place < first + ways; place++) {
      if (this.#hashes[place] === hash && this.#isThere(place) && this.#isOf(key, place)) return place
    }
    return nowhere
  }

  /** Whether the place has a text, and the text has not been overwritten. */
  #isThere(place: number): boolean {
    const begin = this.#beginOf(place)
    return begin !== nowhere && begin >= this.#written - this.#bytes.length
  }

  #isSince(place: number, since: number): boolean {
    return place !== nowhere && this.#timeAt(this.#offsetOf(place)) >= since
  }

  /** Two keys can have the same hash, so the key in the ring decides. */
  #isOf(key: string, place: number): boolean {
    const offset = this.#offsetOf(place)
    if (this.#lengths[keyLengthAt(offset)] !== key.length) return false
    const keyAt = offset + headBytes
    for (let index = 0; index < key.length; index++) {
      if (this.#bytes[keyAt + index] !== key.charCodeAt(index)) return false
    }
    return true
  }

  /** The place to reuse for a key of this hash: an empty one, or the one whose text was written first. */
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

/** Indices into `#lengths` of the two lengths in the head at this offset. */
const keyLengthAt = (offset: number): number => (offset + timeBytes) / lengthBytes
const textLengthAt = (offset: number): number => keyLengthAt(offset) + 1

/** FNV-1a of an ASCII text. The low bits select the bucket, so the high ones are mixed into them. */
function keyHash(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 15)
}
