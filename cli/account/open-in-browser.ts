import { spawn } from 'node:child_process'

const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Without a browser, such as over SSH, nothing happens: the URL was printed. A server may name any URL; only pages are opened. */
export function openInBrowser(url: string): void {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error(`Only http and https URLs can be opened, not ${url}.`)
  const child = spawn(programs[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
