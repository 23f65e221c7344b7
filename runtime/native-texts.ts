/** For short strings, a Node.js call takes longer than writing the characters one by one. */
const longestByHand = 64
const lastOfAscii = 0x7f
/** Maximum bytes of a UTF-16 code unit in UTF-8, and of an encoded length. */
const bytesOfUnit = 3
const bytesOfLength = 5

/** Encodes strings in UTF-8, each after its length. Lone surrogates become U+FFFD. */
export function encodeTexts(texts: readonly string[]): Uint8Array {
  let most = 0
  for (const text of texts) most += text.length * bytesOfUnit + bytesOfLength
  const bytes = Buffer.allocUnsafe(most)
  let at = 0
  for (const text of texts) at = writeShort(bytes, at, text) ?? writeText(bytes, at, text)
  return bytes.subarray(0, at)
}

/** Encodes a number as a variable-length integer. */
export function encodeLength(length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(bytesOfLength)
  return bytes.subarray(0, writeLength(bytes, 0, length))
}

/** Returns the end position, or null if the string is long or not ASCII. */
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

/** Writes seven bits per byte, lowest first. The eighth bit is set if more bytes follow. */
function writeLength(bytes: Buffer, at: number, length: number): number {
  let end = at
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = (rest & 0x7f) | 0x80
  bytes[end++] = rest
  return end
}
