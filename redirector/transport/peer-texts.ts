/** The first three words of an IPv4 address that is mapped to IPv6, as servers that listen on :: see it. */
const mapped = [0, 0, -65_536]

/** Converts IP addresses to text. Behind a proxy, most visits have the same address, so the last IPv4 one is cached. */
export class PeerTexts {
  /** The four bytes of the cached address as one number. */
  #number: number | undefined
  #text = ''

  /** Length in bytes: 4 or 16. */
  read(address: ArrayBuffer): string {
    // A DataView would take three times as long.
    const words = new Int32Array(address)
    if (words.length > 1 && !isMapped(words)) return groupsOf(new DataView(address))
    const number = words.at(-1)
    if (number === this.#number) return this.#text
    this.#number = number
    this.#text = new Uint8Array(address).slice(-4).join('.')
    return this.#text
  }
}

const isMapped = (words: Int32Array): boolean => mapped.every((word, at) => words[at] === word)

const groupsOf = (view: DataView): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((at) => view.getUint16(at).toString(16)).join(':')
