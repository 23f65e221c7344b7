/** Names of hosts have at most 253 characters, so that their length fits in a byte. */
const longestName = 253

/** The least number of slots, and how many there are for each host. Half of them empty keeps searches short. */
const leastSlots = 16
const slotsPerHost = 2

/**
 * A set of host names in ASCII. A JavaScript Set takes about three times the memory for a million names, and the garbage
 * collector visits each of them.
 */
export class HostSet {
  size = 0
  /** For each name its length, then its characters. */
  #names: Uint8Array
  #end = 0
  /** Open addressing: the position of a name plus one; 0 for none. */
  #slots: Uint32Array
  readonly #seed: number

  /** Room for about this many names and characters. The seed makes it hard to choose names that collide. */
  constructor({ hosts, characters }: { hosts: number; characters: number }, seed: number) {
    this.#names = new Uint8Array(characters + hosts)
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(leastSlots, hosts * slotsPerHost))))
    this.#seed = seed
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#names.byteLength + this.#slots.byteLength
  }

  add(host: string): void {
    if (host === '' || host.length > longestName) return
    const slot = this.#find(host, 0)
    if (this.#slots[slot] !== 0) return
    if (this.#end + host.length >= this.#names.length) this.#makeRoom()
    this.#slots[slot] = this.#end + 1
    this.#names[this.#end++] = host.length
    for (let index = 0; index < host.length; index++) this.#names[this.#end++] = host.charCodeAt(index)
    this.size++
    if (this.size * slotsPerHost > this.#slots.length) this.#addSlots()
  }

  /** Whether the name that begins at this character of the text is in the set. */
  has(text: string, start = 0): boolean {
    return this.#slots[this.#find(text, start)] !== 0
  }

  /** Returns the room that was not needed. */
  trim(): void {
    this.#names = this.#names.slice(0, this.#end)
  }

  #makeRoom(): void {
    const names = new Uint8Array(2 * this.#names.length + longestName + 1)
    names.set(this.#names)
    this.#names = names
  }

  #addSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    for (let position = 0; position < this.#end; ) {
      const next = position + 1 + (this.#names[position] ?? 0)
      this.#slots[this.#find(String.fromCharCode(...this.#names.subarray(position + 1, next)), 0)] = position + 1
      position = next
    }
  }

  /** The slot of the name, or the empty one where it would be. */
  #find(text: string, start: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(text, start) & mask
    for (;;) {
      const position = this.#slots[slot] ?? 0
      if (position === 0 || this.#holds(position - 1, text, start)) return slot
      slot = (slot + 1) & mask
    }
  }

  #holds(position: number, text: string, start: number): boolean {
    const length = text.length - start
    if (this.#names[position] !== length) return false
    for (let index = 0; index < length; index++) {
      if (this.#names[position + 1 + index] !== text.charCodeAt(start + index)) return false
    }
    return true
  }

  /** FNV-1a, with its last bits mixed. */
  #hash(text: string, start: number): number {
    let hash = this.#seed ^ 0x811c9dc5
    for (let index = start; index < text.length; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    return (hash ^ (hash >>> 13)) >>> 0
  }
}
