/** A call of Node's for a short text takes longer than to write its letters one by one. */
const longestByHand = 64
const lastOfAscii = 0x7f
/** Bytes that a unit of UTF-16 takes in UTF-8 at most, and that the length of a text takes. */
const bytesOfUnit = 3
const bytesOfLength = 5

/** Each after its length, in UTF-8. Half a character becomes U+FFFD. */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  let most = 0
  for (const text of texts) most += text.length * bytesOfUnit + bytesOfLength
  const bytes = Buffer.allocUnsafe(most)
  let at = 0
  for (const text of texts) at = writeShort(bytes, at, text) ?? writeText(bytes, at, text)
  return bytes.subarray(0, at)
}

/** A number as lengths are written. */
export function encodeLength(length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(bytesOfLength)
  return bytes.subarray(0, writeLength(bytes, 0, length))
}

/** Answers where it ends. Null if the text is long, or not of ASCII alone. */
function writeShort(bytes: Buffer, at: number, text: string): number | null {
  if (text.length > longestByHand) return null
  let end = at
  bytes[end++] = text.length
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code > lastOfAscii) return null
    bytes[end++] = code
  }
  return end
}

function writeText(bytes: Buffer, at: number, text: string): number {
  const start = writeLength(bytes, at, Buffer.byteLength(text))
  return start + bytes.write(text, start)
}

/** Seven bits in a byte, the lowest first; the eighth says that more follow. */
function writeLength(bytes: Buffer, at: number, length: number): number {
  let end = at
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80
  bytes[end++] = rest
  return end
}
