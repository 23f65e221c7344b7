import type { ColumnWriter } from './native-format.ts'
import { encodeWhole } from './native-numbers.ts'
import { encodeTexts } from './native-texts.ts'

/** LowCardinality: the version that all servers support, and the flag that the data includes the dictionary. */
const sharedDictionaries = 1
const withTexts = 1 << 9
/** Possible widths of the row numbers, with the code of each width. */
const widths = [
  { mark: 0, most: 2 ** 8, numbers: Uint8Array },
  { mark: 1, most: 2 ** 16, numbers: Uint16Array },
  { mark: 2, most: 2 ** 32, numbers: Uint32Array },
] as const

/** A LowCardinality column: the distinct strings, and for each row the number of its string. */
export class RepeatedTexts implements ColumnWriter<string> {
  readonly #numbers = new Map<string, number>()
  readonly #rows: Uint32Array[] = []

  add(texts: readonly string[]): void {
    const rows = new Uint32Array(texts.length)
    let before: string | undefined
    let number = 0
    for (let row = 0; row < rows.length; row++) {
      const text = texts[row] as string
      if (text !== before) number = this.#numberOf(text)
      before = text
      rows[row] = number
    }
    this.#rows.push(rows)
  }

  end(): Uint8Array[] {
    const { size } = this.#numbers
    const { mark, numbers } = widths.find(({ most }) => size <= most) ?? widths[2]
    return [
      encodeWhole([sharedDictionaries, withTexts | mark, size]),
      encodeTexts([...this.#numbers.keys()]),
      encodeWhole([this.#rows.reduce((count, rows) => count + rows.length, 0)]),
      ...this.#rows.map((rows) => new Uint8Array(new numbers(rows).buffer)),
    ]
  }

  #numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(text, number)
    }
    return number
  }
}
