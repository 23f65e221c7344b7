import { useEffect, useRef, useState } from 'react'
import { type LinkFilter, readLinksAfter } from '../api/links.ts'
import { writeDay } from '../format/days.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { Progress } from '../parts/progress.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { saveFile } from '../parts/save-file.ts'
import { csvHead, csvLines } from './links-csv.ts'

/** What a browser holds with ease. */
const mostExported = 100_000

interface ExportDialogProps {
  filter: LinkFilter
  total: number
  onClose: () => void
}

/** All links that the list finds, read page by page into one file. */
export function ExportDialog({ filter, total, onClose }: ExportDialogProps) {
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const stop = useRef(new AbortController())
  useEffect(() => {
    const { current } = stop
    return () => current.abort()
  }, [])
  const most = Math.min(total, mostExported)

  async function run() {
    setFailure(null)
    setDone(0)
    try {
      const lines = await readAll(filter, stop.current.signal, setDone)
      saveFile(`links-${writeDay(new Date())}.csv`, [csvHead, ...lines], 'text/csv')
      onClose()
    } catch (error) {
      if (stop.current.signal.aborted) return
      setFailure(error)
      setDone(null)
    }
  }

  return (
    <Modal
      title={`Export ${count(most)} ${most === 1 ? 'link' : 'links'}`}
      about="A CSV file with a line for each link that the list shows."
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {total > mostExported && (
          <p className="rounded-md bg-warn-tint px-3 py-2 text-warn">
            One file has at most {count(mostExported)} links: filter the list to get the others.
          </p>
        )}
        {failure !== null && <Refusal failure={failure} />}
        {done === null ? (
          <Button look="main" className="justify-center" autoFocus onClick={() => void run()}>
            Export
          </Button>
        ) : (
          <>
            <Progress label="Read" value={done} total={most} />
            <Button className="justify-center" onClick={onClose}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </Modal>
  )
}

async function readAll(filter: LinkFilter, signal: AbortSignal, tellDone: (done: number) => void): Promise<string[]> {
  const lines: string[] = []
  let [cursor, done]: [string | null, number] = ['', 0]
  while (cursor !== null && done < mostExported) {
    const { data, pagination } = await readLinksAfter(filter, cursor, signal)
    lines.push(csvLines(data))
    done += data.length
    tellDone(done)
    cursor = pagination.next_cursor
  }
  return lines
}
