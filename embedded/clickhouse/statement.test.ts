import { describe, expect, it } from 'vitest'
import {
  answerFormat,
  findInlineRows,
  hasSecondStatement,
  insertFromFile,
  isInsert,
  preamble,
  quote,
} from './statement.ts'

const plain = { sql: 'select 1', database: undefined, settings: new Map(), parameters: new Map() }

describe('the preamble', () => {
  it('is empty without options', () => {
    expect(preamble(plain)).toBe('')
  })

  it('contains the database, settings and parameters, each quoted', () => {
    const settings = new Map([['max_threads', "1'; drop"]])
    const parameters = new Map([['x', 'a\\tb']])
    expect(preamble({ ...plain, database: 'a`b', settings, parameters })).toBe(
      "USE `a\\`b`; SET max_threads='1\\'; drop', param_x='a\\\\tb'; ",
    )
  })

  it('escapes quotes, backslashes and null bytes', () => {
    expect(quote(`a'b\\c\0`)).toBe(`'a\\'b\\\\c\\0'`)
  })
})

describe('an insert followed by rows', () => {
  it.each([
    ['insert into t format CSV', "insert into t FROM INFILE '/f' COMPRESSION 'none' FORMAT CSV"],
    [
      '-- x\nINSERT INTO t (a, b)\nFORMAT JSONEachRow ',
      "-- x\nINSERT INTO t (a, b) FROM INFILE '/f' COMPRESSION 'none' FORMAT JSONEachRow",
    ],
    [
      "insert into t settings a=1, b=' format x' format CSV",
      "insert into t FROM INFILE '/f' COMPRESSION 'none' settings a=1, b=' format x' FORMAT CSV",
    ],
    ['insert into t (a) values', "insert into t (a) FROM INFILE '/f' COMPRESSION 'none' FORMAT Values"],
  ])('%j is rewritten to read them from a file', (sql, expected) => {
    expect(insertFromFile(sql, '/f', 'none')).toBe(expected)
  })

  it.each(['insert into t select 1', 'insert into t values (1)', 'select 1 format CSV', 'insert into t format CSV;'])(
    '%j is not one',
    (sql) => {
      expect(() => insertFromFile(sql, '/f', 'none')).toThrow('does not specify the format')
    },
  )

  it('rejects input(), which would store nothing', () => {
    const sql = "insert into t select a from input('a Int8') format CSV"
    expect(() => insertFromFile(sql, '/f', 'none')).toThrow('NOT_IMPLEMENTED')
  })

  it.each([
    ['insert into t format CSV\n1\n', 25],
    ['insert into t format CSV \r\n1\n', 27],
    ['insert into t values (1)\n', undefined],
    ["insert into t values ('format CSV\n')", undefined],
    ["insert into t select 'x' format CSV\n", undefined],
    ['select 1 format CSV\n', undefined],
  ])('in %j the rows start at %j', (sql, at) => {
    expect(findInlineRows(Buffer.from(sql))).toBe(at)
  })
})

describe('parsing a statement', () => {
  it.each([
    ['insert into t values', true],
    ['  /* a */ -- b\n# c\nInsert into t values', true],
    ['select insert from t', false],
    ['with a as (select 1) insert into t select * from a', false],
  ])('detects whether %j is an insert', (sql, expected) => {
    expect(isInsert(sql)).toBe(expected)
  })

  it.each([
    ['select 1;', false],
    ['select 1; -- done\n /* really */ ;', false],
    ["select ';', `;`, \";\" -- ;\n, '\\';' ", false],
    ['select 1; selec', true],
    ["select ''; x", true],
  ])('detects whether %j has a second statement', (sql, expected) => {
    expect(hasSecondStatement(sql)).toBe(expected)
  })

  it('reads the format of the response', () => {
    expect(answerFormat('select 1', 'TabSeparated')).toBe('TabSeparated')
    expect(answerFormat('select 1\nFORMAT JSONEachRow;\n', 'TabSeparated')).toBe('JSONEachRow')
    expect(answerFormat('select 1 format CSV settings max_threads = 1', 'TabSeparated')).toBe('CSV')
  })
})
