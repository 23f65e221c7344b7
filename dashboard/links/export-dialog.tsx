import { type LinkFilter, readLinksAfter } from '../api/links.ts'
import { writeDay } from '../format/days.ts'
import { count } from '../format/numbers.ts'
import { saveFile } from '../parts/save-file.ts'
import { FileDialog } from './file-dialog.tsx'
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
  const most = Math.min(total, mostExported)
  return (
    <FileDialog
      title={`Export ${count(most)} ${most === 1 ? 'link' : 'links'}`}
      about="A CSV file with a line for each link that the list shows."
      warning={
        total > mostExported
          ? `One file has at most ${count(mostExported)} links: filter the list to get the others.`
          : undefined
      }
      submit="Export"
      doing="Read"
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
