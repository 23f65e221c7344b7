import type { Column, ColumnWriter } from './native-format.ts'
import { encodeDecimals, encodeUuids, encodeWhole } from './native-numbers.ts'
import { encodeTexts } from './native-texts.ts'
import { RepeatedTexts } from './repeated-texts.ts'

/** All supported column types. */
export const columnOf = {
  uuid: inPieces('UUID', encodeUuids),

  /** Integers from 0 to Number.MAX_SAFE_INTEGER. */
  uint64: inPieces('UInt64', encodeWhole),

  /** Integers from 0 to 2^64 - 1, as decimal strings. */
  uint64Text: inPieces('UInt64', encodeDecimals),

  /** Times in Unix milliseconds, 0 or later. */
  instant: inPieces("DateTime64(3, 'UTC')", encodeWhole),

  text: inPieces('String', encodeTexts),

  /** Strings with few distinct values. Each value is written once, and rows refer to it by number. */
  repeatedText: { type: 'LowCardinality(String)', start: () => new RepeatedTexts() } satisfies Column<string>,

  textList: { type: 'Array(String)', start: startLists } satisfies Column<readonly string[]>,

  /** Enum values with the numbers used in the table. */
  enum8<Name extends string>(numbers: Readonly<Record<Name, number>>): Column<Name> {
    const listed = Object.entries<number>(numbers).map(([name, number]) => `'${name}' = ${number}`)
    return inPieces(`Enum8(${listed.join(', ')})`, (names) => Uint8Array.from(names, (name) => numbers[name]))
  },
}

/** Most columns are just their encoded pieces, one after another. */
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

/** Writes the end offset of each list, followed by all elements. */
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
