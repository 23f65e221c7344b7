import { expect, it } from 'vitest'
import { FileError } from '../file-error.ts'
import { XmlReader } from './xml-reader.ts'

it('refuses a file of elements that never end before they fill the memory', () => {
  const reader = new XmlReader(() => true)
  reader.push('<pma_xml_export>')
  expect(() => reader.push('<a>'.repeat(200))).toThrow(FileError)
})

it('reads rows after any number of elements that end', () => {
  const reader = new XmlReader(() => true)
  reader.push(`<pma_xml_export>${'<a><b/></a>'.repeat(200)}`)
  expect(reader.push('<table name="yourls_url"><column name="keyword">x</column></table>')).toEqual([
    { table: { name: 'yourls_url', columns: ['keyword'] }, values: ['x'] },
  ])
})
