/** Converts IP addresses to text. Behind a proxy, most visits have the same address, so the last IPv4 one is cached. */
export class PeerTexts {
  /** The four bytes of the cached address as one number. */
  #number: number | undefined
  #text = ''

  /** Length in bytes: 4 or 16. */
  read(address: ArrayBuffer): string {
    if (address.byteLength !== 4) return groupsOf(new DataView(address))
    // A DataView would take three times as long.
    const number = new Int32Array(address)[0]
    if (number === this.#number) return this.#text
    this.#number = number
    this.#text = new Uint8Array(address).join('.')
    return this.#text
  }
}

const groupsOf = (view: DataView): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((at) => view.getUint16(at).toString(16)).join(':')
