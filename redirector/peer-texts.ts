/** Addresses as text. Behind a proxy almost every visit comes from the same one: the last of IPv4 is kept. */
export class PeerTexts {
  #number = 0
  #text = '0.0.0.0'

  /** Of 4 or 16 bytes. */
  read(address: ArrayBuffer): string {
    const view = new DataView(address)
    if (address.byteLength !== 4) {
      return [0, 2, 4, 6, 8, 10, 12, 14].map((at) => view.getUint16(at).toString(16)).join(':')
    }
    const number = view.getInt32(0)
    if (number === this.#number) return this.#text
    this.#number = number
    this.#text = `${number >>> 24}.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    return this.#text
  }
}
