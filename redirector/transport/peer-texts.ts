/** Addresses as text. Behind a proxy almost every visit comes from the same one: the last of IPv4 is kept. */
export class PeerTexts {
  /** Its four bytes as one number. */
  #number: number | undefined
  #text = ''

  /** Of 4 or 16 bytes. */
  read(address: ArrayBuffer): string {
    if (address.byteLength !== 4) return groupsOf(new DataView(address))
    // Making a DataView takes three times as long.
    const number = new Int32Array(address)[0]
    if (number === this.#number) return this.#text
    this.#number = number
    this.#text = new Uint8Array(address).join('.')
    return this.#text
  }
}

const groupsOf = (view: DataView): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((at) => view.getUint16(at).toString(16)).join(':')
