/** Puts a file where the browser puts downloads. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers have begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
