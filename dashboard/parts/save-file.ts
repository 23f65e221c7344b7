import { read } from '../api/client.ts'
import { messageOf } from '../api/failure.ts'
import { lateToast } from './late-toast.ts'

/** Downloads a file of the API, whose response names it. See `downloadUrl`. */
export function download(url: string): void {
  void start(url)
}

/**
 * Reads the session first: browsers say little about a download that the API refuses. Without a session, the user signs in
 * again. If another tab has opened another account, the page reloads.
 */
async function start(url: string): Promise<void> {
  try {
    await read('/api/app/session')
    follow(url)
  } catch (error) {
    await lateToast('Download failed', { description: messageOf(error), isError: true })
  }
}

export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  follow(url, name)
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function follow(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
