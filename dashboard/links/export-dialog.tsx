import { type LinkFilter, readLinksAfter } from '../api/links.ts'
import { writeDay } from '../format/days.ts'
import { count, quantity } from '../format/numbers.ts'
import { saveFile } from '../parts/save-file.ts'
import { FileDialog } from './file-dialog.tsx'
import { csvHead, csvLines } from './links-csv.ts'

/** Maximum links per file: what a browser handles with ease. */
const mostExported = 100_000

interface ExportDialogProps {
  filter: LinkFilter
  total: number
  onClose: () => void
}

/** Exports all links of the list into one file, page by page. */
export function ExportDialog({ filter, total, onClose }: ExportDialogProps) {
  const most = Math.min(total, mostExported)
  return (
    <FileDialog
      title={`Export ${quantity(most, 'link')}`}
      about="A CSV file with one row per link in the list."
      warning={
        total > mostExported
          ? `A file contains at most ${count(mostExported)} links. Filter the list to export the others.`
          : undefined
      }
      submit="Export"
      doing="Links exported"
      total={most}
      make={async (signal, tellDone) => {
        const lines = await readAll(filter, signal, tellDone)
        saveFile(`links-${writeDay(new Date())}.csv`, [csvHead, ...lines], 'text/csv')
      }}
      onClose={onClose}
    />
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
