import type { Column, ColumnWriter } from './native-format.ts'
import { encodeDecimals, encodeUuids, encodeWhole } from './native-numbers.ts'
import { encodeTexts } from './native-texts.ts'
import { RepeatedTexts } from './repeated-texts.ts'

/** The kinds of columns there are. */
export const columnOf = {
  uuid: inPieces('UUID', encodeUuids),

  /** Whole numbers from 0 on, as far as a number is exact. */
  uint64: inPieces('UInt64', encodeWhole),

  /** Whole numbers from 0 to 2^64 - 1, in decimals. */
  uint64Text: inPieces('UInt64', encodeDecimals),

  /** Unix milliseconds from 0 on. */
  instant: inPieces("DateTime64(3, 'UTC')", encodeWhole),

  text: inPieces('String', encodeTexts),

  /** Texts of which few are different: each of those is written once, and a row tells which one is its own. */
  repeatedText: { type: 'LowCardinality(String)', start: () => new RepeatedTexts() } satisfies Column<string>,

  textList: { type: 'Array(String)', start: startLists } satisfies Column<readonly string[]>,

  /** Names that the table has numbers for. */
  enum8<Name extends string>(numbers: Readonly<Record<Name, number>>): Column<Name> {
    const listed = Object.entries<number>(numbers).map(([name, number]) => `'${name}' = ${number}`)
    return inPieces(`Enum8(${listed.join(', ')})`, (names) => Uint8Array.from(names, (name) => numbers[name]))
  },
}

/** Of most kinds a column is its pieces, one after another. */
function inPieces<Value>(type: string, encode: (values: readonly Value[]) => Uint8Array): Column<Value> {
  return {
    type,
    start() {
      const pieces: Uint8Array[] = []
      return {
        add(values) {
          pieces.push(encode(values))
        },
        end: () => pieces,
      }
    },
  }
}

/** Where each list ends, then what is in them. */
function startLists(): ColumnWriter<readonly string[]> {
  const all: string[] = []
  const ends: number[] = []
  return {
    add(lists) {
      for (const list of lists) ends.push(all.push(...list))
    },
    end: () => [encodeWhole(ends), encodeTexts(all)],
  }
}
