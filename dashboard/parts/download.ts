import { read } from '../api/client.ts'
import { messageOf } from '../api/failure.ts'
import { lateToast } from './late-toast.ts'
import { follow } from './save-file.ts'

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
