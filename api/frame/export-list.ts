import type { z } from 'zod'
import type { ListFormat } from '#schemas/list-exports.ts'
import { FileReply } from './file-reply.ts'
import { rowMediaTypes, streamRows } from './stream-rows.ts'

/** Media types of the export of a list. */
export const listMediaTypes = [rowMediaTypes.csv, rowMediaTypes.json]

interface ListFile<Row extends z.ZodObject> {
  name: string
  format: ListFormat
  row: Row
  pages: AsyncGenerator<z.input<Row>[]>
}

/** A list as a file, whose columns are the members of its records. */
export const exportList = <Row extends z.ZodObject>({ name, format, row, pages }: ListFile<Row>) =>
  new FileReply({
    media_type: rowMediaTypes[format],
    filename: `${name}.${format}`,
    disposition: 'attachment',
    make: () => streamRows(pages, row, format),
  })
