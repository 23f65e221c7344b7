import type { ShortUrl } from '#schemas/links.ts'
import { count } from '../format/numbers.ts'
import { saveFile } from '../parts/save-file.ts'
import { FileDialog } from './file-dialog.tsx'
import { writePlainCode } from './plain-code.ts'
import { zip } from './zip.ts'

/** Codes drawn before the page gets to breathe. */
const atOnce = 5

/** The codes of links in one archive, drawn here. */
export const CodesDialog = ({ links, onClose }: { links: readonly ShortUrl[]; onClose: () => void }) => (
  <FileDialog
    title={links.length === 1 ? 'QR code of a link' : `QR codes of ${count(links.length)} links`}
    about="A ZIP archive of SVG files, each named after its link. Scans count as clicks of the link."
    submit="Download"
    doing="Drawn"
    total={links.length}
    make={async (signal, tellDone) => {
      const files = await drawAll(links, signal, tellDone)
      if (!signal.aborted) saveFile('qr-codes.zip', zip(files), 'application/zip')
    }}
    onClose={onClose}
  />
)

async function drawAll(links: readonly ShortUrl[], signal: AbortSignal, tellDone: (drawn: number) => void) {
  const files: { name: string; text: string }[] = []
  for (const [index, { short_url }] of links.entries()) {
    if (index % atOnce === 0) {
      await breathe()
      if (signal.aborted) break
      tellDone(index)
    }
    const text = writePlainCode(short_url)
    if (text === null) throw new Error(`${short_url} is too long for a code`)
    files.push({ name: `${fileName(short_url)}.svg`, text })
  }
  return files
}

const breathe = () => new Promise((resolve) => setTimeout(resolve))

const fileName = (shortUrl: string) => {
  const { hostname, pathname } = new URL(shortUrl)
  return `${hostname}${pathname}`.replace(/[^\w.-]+/g, '-')
}
