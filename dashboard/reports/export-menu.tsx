import { toast } from 'sonner'
import { exportUrl, mostExported } from '../api/analytics.ts'
import { messageOf } from '../api/failure.ts'
import { writeCsv } from '../format/csv.ts'
import { count } from '../format/numbers.ts'
import { download } from '../parts/download.ts'
import type { Triggered } from '../parts/lazy-menu.tsx'
import { Menu, MenuItem, MenuLabel } from '../parts/menu.tsx'
import { saveFile } from '../parts/save-file.ts'
import { drawPng } from './draw-picture.ts'
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
    const { top, limit } = source
    const rows =
      top !== undefined ? `Top ${count(top)}` : limit !== undefined ? `Up to ${count(limit)} rows` : 'All rows'
    return { note: `${rows}, with current filters` }
  }
  return (source.total ?? 0) > mostExported
    ? { note: `Limit: ${count(mostExported)} clicks. Choose a shorter period.`, isTooMuch: true }
    : { note: 'One row per click, with current filters' }
}

function formatsOf(file: string, source: ExportSource) {
  if ('load' in source) {
    const saveAs = (ending: string, type: string, make: () => Promise<BlobPart>) => () =>
      void make().then(
        (content) => saveFile(`${file}.${ending}`, [content], type),
        (error: unknown) => toast.error('Export failed', { description: messageOf(error) }),
      )
    const save = (ending: string, type: string, write: (lines: readonly Line[]) => string) =>
      saveAs(ending, type, async () => write(await source.load()))
    return [
      { format: 'CSV', save: save('csv', 'text/csv;charset=utf-8', writeCsv) },
      { format: 'JSON', save: save('json', 'application/json', (lines) => JSON.stringify(lines, null, 2)) },
      { format: 'PNG', save: saveAs('png', 'image/png', () => drawPng(source.picture)) },
    ]
  }
  const { id, scope } = source
  // The browser downloads these, because they may be too large to hold in this page.
  return [
    { format: 'CSV', save: () => download(exportUrl(id, scope, 'csv')) },
    { format: 'JSON Lines', save: () => download(exportUrl(id, scope, 'ndjson')) },
    { format: 'Parquet', save: () => download(exportUrl(id, scope, 'parquet')) },
  ]
}
