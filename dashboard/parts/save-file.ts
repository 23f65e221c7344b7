export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  follow(url, name)
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Lets the browser download a file. Without a name, the response names it. */
export function follow(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
