import { FileError } from '../file-error.ts'
import type { OpenDump } from './read-dump.ts'
import { SqlReader } from './sql-reader.ts'
import type { Dialect } from './sql-values.ts'
import { XmlReader } from './xml-reader.ts'

/** Programs that write the first line also write the last one. */
const marks: Readonly<Record<Dialect, { first: RegExp; last: RegExp; name: string }>> = {
  mysql: { first: /^-- (MySQL|MariaDB) dump /m, last: /^-- Dump completed/m, name: '-- Dump completed' },
  postgres: {
    first: /^-- PostgreSQL database (cluster )?dump$/m,
    last: /^-- PostgreSQL database (cluster )?dump complete$/m,
    name: '-- PostgreSQL database dump complete',
  },
}
/** Characters at the beginning and the end that can contain these lines. */
const markWithin = 2_000

/** A dump or feed in XML, from its text. Throws FileError if it is broken or incomplete. */
export const openXmlDump = (texts: () => AsyncIterable<string>): OpenDump =>
  async function* open(wants) {
    const reader = new XmlReader(wants)
    for await (const text of texts()) yield reader.push(text)
    yield reader.end()
  }

/** A dump in SQL, from its text. Throws FileError if it is broken or incomplete. */
export const openSqlDump = (texts: () => AsyncIterable<string>, dialect: Dialect): OpenDump =>
  async function* open(wants) {
    const reader = new SqlReader(dialect, wants)
    let [start, end] = ['', '']
    for await (const text of texts()) {
      if (start.length < markWithin) start += text.slice(0, markWithin)
      end = (end + text.slice(-markWithin)).slice(-markWithin)
      yield reader.push(text)
    }
    yield reader.end()
    const { first, last, name } = marks[dialect]
    if (first.test(start.replaceAll('\r', '')) && !last.test(end.replaceAll('\r', '')))
      throw new FileError(`The dump is incomplete: its last line (${name}) is missing. Export it again.`)
  }
