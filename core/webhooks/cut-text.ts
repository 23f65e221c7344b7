/** The first bytes of a text, without a partial character at the end. */
export function cutText(text: string | Buffer, mostBytes: number): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  if (bytes.length <= mostBytes) return bytes.toString('utf8')
  let end = mostBytes
  while (end > mostBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}
