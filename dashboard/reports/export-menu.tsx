import { toast } from 'sonner'
import { exportUrl, mostExported } from '../api/analytics.ts'
import { messageOf } from '../api/failure.ts'
import { writeCsv } from '../format/csv.ts'
import { count } from '../format/numbers.ts'
import type { Triggered } from '../parts/lazy-menu.tsx'
import { Menu, MenuItem, MenuLabel } from '../parts/menu.tsx'
import { saveFile } from '../parts/save-file.ts'
import type { ExportProps, ExportSource } from './export-button.tsx'
import type { Line } from './rows.ts'

export function ExportMenu({ name, source, trigger }: ExportProps & Triggered) {
  const { note, isTooMuch = false } = describeSource(source)
  return (
    <Menu trigger={trigger}>
      <MenuLabel>{note}</MenuLabel>
      {formatsOf(`waymark-${name}`, source).map(({ format, save }) => (
        <MenuItem key={format} disabled={isTooMuch} onSelect={save}>
          {format}
        </MenuItem>
      ))}
    </Menu>
  )
}

function describeSource(source: ExportSource): { note: string; isTooMuch?: boolean } {
  if ('load' in source) {
    return { note: `${source.top === undefined ? 'All rows' : `The top ${count(source.top)}`}, as they are filtered` }
  }
  return (source.total ?? 0) > mostExported
    ? { note: `One file has at most ${count(mostExported)} clicks: choose fewer days`, isTooMuch: true }
    : { note: 'One by one, as they are filtered' }
}

function formatsOf(file: string, source: ExportSource) {
  if ('load' in source) {
    const save = (ending: string, type: string, write: (lines: readonly Line[]) => string) => () =>
      void source.load().then(
        (lines) => saveFile(`${file}.${ending}`, [write(lines)], type),
        (error: unknown) => toast.error('This could not be exported', { description: messageOf(error) }),
      )
    return [
      { format: 'CSV', save: save('csv', 'text/csv;charset=utf-8', writeCsv) },
      { format: 'JSON', save: save('json', 'application/json', (lines) => JSON.stringify(lines, null, 2)) },
    ]
  }
  const { id, scope } = source
  return [
    { format: 'CSV', save: () => follow(exportUrl(id, scope, 'csv')) },
    { format: 'JSON, a line each', save: () => follow(exportUrl(id, scope, 'ndjson')) },
  ]
}

/** The browser keeps what comes: it is named by the API, and may be larger than this page should hold. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
