const two32 = 2 ** 32
const zero = '0'.charCodeAt(0)
const wordsOfUuid = 4

/** Encodes integers as 64 bits each, little-endian. */
export function encodeWhole(numbers: readonly number[]): Uint8Array {
  const words = new Uint32Array(numbers.length * 2)
  let at = 0
  for (const number of numbers) {
    words[at++] = number
    words[at++] = Math.floor(number / two32)
  }
  return bytesOf(words)
}

/** The same for decimal strings. Parsed by digit into two 32-bit halves: BigInt would take twice as long. */
export function encodeDecimals(decimals: readonly string[]): Uint8Array {
  const words = new Uint32Array(decimals.length * 2)
  let at = 0
  for (const decimal of decimals) {
    let upper = 0
    let lower = 0
    for (let place = 0; place < decimal.length; place++) {
      const next = lower * 10 + decimal.charCodeAt(place) - zero
      upper = upper * 10 + Math.floor(next / two32)
      lower = next >>> 0
    }
    words[at++] = lower
    words[at++] = upper
  }
  return bytesOf(words)
}

/** Encodes each UUID as two little-endian 64-bit numbers, upper half first. */
export function encodeUuids(uuids: readonly string[]): Uint8Array {
  const words = new Uint32Array(uuids.length * wordsOfUuid)
  let at = 0
  let before: string | undefined
  for (const uuid of uuids) {
    // Repeated IDs, such as empty ones and the batch ID. Copied by word: copyWithin is slower than parsing again.
    if (uuid === before)
      for (let word = at; word < at + wordsOfUuid; word++) words[word] = words[word - wordsOfUuid] ?? 0
    else writeUuid(words, at, uuid)
    before = uuid
    at += wordsOfUuid
  }
  return bytesOf(words)
}

/** Each word has eight digits; each half starts with the lower word. */
function writeUuid(words: Uint32Array, at: number, uuid: string): void {
  words[at] = (readFour(uuid, 9) << 16) | readFour(uuid, 14)
  words[at + 1] = (readFour(uuid, 0) << 16) | readFour(uuid, 4)
  words[at + 2] = (readFour(uuid, 28) << 16) | readFour(uuid, 32)
  words[at + 3] = (readFour(uuid, 19) << 16) | readFour(uuid, 24)
}

/** Parses four hexadecimal digits. */
function readFour(text: string, at: number): number {
  return (
    (readDigit(text, at) << 12) |
    (readDigit(text, at + 1) << 8) |
    (readDigit(text, at + 2) << 4) |
    readDigit(text, at + 3)
  )
}

/** The lower four bits of a digit are its value; for a letter, 9 must be added. */
function readDigit(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return (code & 15) + (code >>> 6) * 9
}

/** Requires a little-endian CPU, like ClickHouse itself. */
function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer)
}
