import type { ShortUrl } from '#schemas/links.ts'
import { Failure } from '../api/failure.ts'
import { quantity } from '../format/numbers.ts'
import { saveFile } from '../parts/save-file.ts'
import { FileDialog } from './file-dialog.tsx'
import { writePlainCode } from './plain-code.ts'
import { zip } from './zip.ts'

/** Codes rendered before the page may repaint. */
const atOnce = 5

/** Renders the QR codes of links in the browser and saves them as one archive. */
export const CodesDialog = ({ links, onClose }: { links: readonly ShortUrl[]; onClose: () => void }) => (
  <FileDialog
    title={`Download ${quantity(links.length, 'QR code')}`}
    about="A ZIP file with one SVG per link, named after the link. Scans count as clicks on the link."
    submit="Download"
    doing="QR codes rendered"
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
    if (text === null) throw new Failure(`${short_url} is too long for a QR code.`)
    files.push({ name: `${fileName(short_url)}.svg`, text })
  }
  return files
}

const breathe = () => new Promise((resolve) => setTimeout(resolve))

const fileName = (shortUrl: string) => {
  const { hostname, pathname } = new URL(shortUrl)
  return `${hostname}${pathname}`.replace(/[^\w.-]+/g, '-')
}
