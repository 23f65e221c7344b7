const two32 = 2 ** 32
const zero = '0'.charCodeAt(0)
const wordsOfUuid = 4

/** 64 bits each, the lowest byte first. */
export function encodeWhole(numbers: readonly number[]): Uint8Array {
  const words = new Uint32Array(numbers.length * 2)
  let at = 0
  for (const number of numbers) {
    words[at++] = number
    words[at++] = Math.floor(number / two32)
  }
  return bytesOf(words)
}

/** The same of decimals. Digit by digit, in two halves of 32 bits: with BigInt it takes twice as long. */
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

/** Two numbers of 64 bits each, the upper one first, and of each the lowest byte. */
export function encodeUuids(uuids: readonly string[]): Uint8Array {
  const words = new Uint32Array(uuids.length * wordsOfUuid)
  let at = 0
  let before: string | undefined
  for (const uuid of uuids) {
    // Ids that are absent, and that of the batch: word by word, since copyWithin takes longer than reading them again.
    if (uuid === before)
      for (let word = at; word < at + wordsOfUuid; word++) words[word] = words[word - wordsOfUuid] ?? 0
    else writeUuid(words, at, uuid)
    before = uuid
    at += wordsOfUuid
  }
  return bytesOf(words)
}

/** Eight digits a word; of each half the lower word first. */
function writeUuid(words: Uint32Array, at: number, uuid: string): void {
  words[at] = (readFour(uuid, 9) << 16) | readFour(uuid, 14)
  words[at + 1] = (readFour(uuid, 0) << 16) | readFour(uuid, 4)
  words[at + 2] = (readFour(uuid, 28) << 16) | readFour(uuid, 32)
  words[at + 3] = (readFour(uuid, 19) << 16) | readFour(uuid, 24)
}

/** A number of four hexadecimal digits. */
function readFour(text: string, at: number): number {
  return (
    (readDigit(text, at) << 12) |
    (readDigit(text, at + 1) << 8) |
    (readDigit(text, at + 2) << 4) |
    readDigit(text, at + 3)
  )
}

/** The lower four bits of a digit are its value, those of a letter less by 9. */
function readDigit(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return (code & 15) + (code >>> 6) * 9
}

/** Here too the lowest byte of a word comes first, as on every processor that ClickHouse runs on. */
function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer)
}
