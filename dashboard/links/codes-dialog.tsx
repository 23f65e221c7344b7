import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Progress } from '../parts/progress.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useIsThere } from '../parts/use-is-there.ts'
import { writePlainCode } from './plain-code.ts'
import { zip } from './zip.ts'

/** Codes drawn before the page gets to breathe. */
const atOnce = 5

/** The codes of links in one archive, drawn here. */
export function CodesDialog({ links, onClose }: { links: readonly ShortUrl[]; onClose: () => void }) {
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isThere = useIsThere()

  async function run() {
    setFailure(null)
    setDone(0)
    try {
      const files = await drawAll(links, (drawn) => {
        setDone(drawn)
        return isThere.current
      })
      if (files === null) return
      saveFile('qr-codes.zip', zip(files), 'application/zip')
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setDone(null)
    }
  }

  return (
    <Modal
      title={links.length === 1 ? 'QR code of a link' : `QR codes of ${count(links.length)} links`}
      about="A ZIP archive of SVG files, each named after its link. Scans count as clicks of the link."
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {failure !== null && (
          <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
            {failure}
          </p>
        )}
        {done === null ? (
          <Button look="main" className="justify-center" autoFocus onClick={() => void run()}>
            Download
          </Button>
        ) : (
          <>
            <Progress label="Drawn" value={done} total={links.length} />
            <Button className="justify-center" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </Modal>
  )
}

/** null: nobody waits for them any more. */
async function drawAll(links: readonly ShortUrl[], goesOn: (drawn: number) => boolean) {
  const files: { name: string; text: string }[] = []
  for (const [index, { short_url }] of links.entries()) {
    if (index % atOnce === 0) {
      await breathe()
      if (!goesOn(index)) return null
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
