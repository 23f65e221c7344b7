import { describe, expect, it } from 'vitest'
import { growthOfTime } from '../../../test/stack/growth-of-time.ts'
import { FileError } from '../file-error.ts'
import type { TableHead } from './sql-heads.ts'
import { SqlReader } from './sql-reader.ts'
import type { Dialect } from './sql-values.ts'

const isWanted = ({ name }: TableHead) => name === 'wanted'

function read(pieces: readonly string[], dialect: Dialect = 'mysql') {
  const reader = new SqlReader(dialect, isWanted)
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()].map(({ values }) => values)
}

/** The same rows wherever the dump is cut into pieces. */
function readCut(dump: string, dialect: Dialect = 'mysql') {
  const whole = read([dump], dialect)
  for (let at = 1; at < dump.length; at++)
    expect(read([dump.slice(0, at), dump.slice(at)], dialect), `cut at ${at}`).toEqual(whole)
  expect(read([...dump], dialect), 'single characters').toEqual(whole)
  return whole
}

const mysql = String.raw`# a comment; with 'quotes
/*!40101 SET NAMES utf8 */; -- it's one
CREATE TABLE IF NOT EXISTS ${'`other`'} (a int COMMENT 'it''s; (one', b text, PRIMARY KEY (a, b), KEY ${'`k`'} (b(10)));
CREATE TABLE wanted (${'`a`'} int, -- one; (or two
  # three, four;
  "b" text DEFAULT ');--', /* d, */ c decimal(10,2), UNIQUE KEY x (a));
CREATE TABLE broken (a int;
INSERT INTO other VALUES (1,'a\\'),(2,'INSERT INTO wanted VALUES (9,\'9\',9);');
INSERT INTO other VALUES ('a''', "b\";");
insert ignore into ${'`db`.`wanted`'} values (1,'it\'s ''one''\n\\',1.5),
  (-2, "a \"text\"" , NULL) ,(3,_utf8mb4'é',0x4142) /* done; */ ;
REPLACE INTO wanted (c, a, b) VALUES (now(), 4, N';)(,') ON DUPLICATE KEY UPDATE b = 'x;';
INSERT INTO wanted SELECT * FROM other;
COMMIT
`

describe('SQL of MySQL', () => {
  it('reads the rows of one table, with escapes, quotation marks and several rows per statement', () => {
    expect(readCut(mysql)).toEqual([
      ['1', "it's 'one'\n\\", '1.5'],
      ['-2', 'a "text"', null],
      ['3', 'é', 'AB'],
      ['now()', '4', ';)(,'],
    ])
  })

  it('names the columns from the statement or the table', () => {
    const tables: TableHead[] = []
    const reader = new SqlReader('mysql', (table) => tables.push(table) > 0)
    reader.push(mysql)
    expect(tables.filter(isWanted).map(({ columns }) => columns)).toEqual([
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ])
  })
})

const postgres = String.raw`\restrict abc
CREATE FUNCTION f() RETURNS int AS $body$ begin -- don't;
  return 'x'; end $body$;
COPY public.other (a, b) FROM stdin;
1	it's
\.
COPY public.empty (a) FROM stdin;
\.

COPY public."wanted" (a, "b c") FROM stdin;
1	a\tb\\
2	\N
\.
INSERT INTO public.wanted (a, b) VALUES (3, 'a\b'), (4, E'it\'s');
`

describe('SQL of Postgres', () => {
  it('reads COPY and INSERT, and skips functions', () => {
    expect(readCut(postgres, 'postgres')).toEqual([
      ['1', 'a\tb\\'],
      ['2', null],
      ['3', 'a\\b'],
      ['4', "it's"],
    ])
  })
})

describe('broken SQL', () => {
  const broken = (dump: string, dialect: Dialect = 'mysql') => {
    try {
      return read([dump], dialect)
    } catch (error) {
      if (error instanceof FileError) return error.message
      throw error
    }
  }

  const isIncomplete = 'The dump is incomplete: it ends inside a statement. Export it again.'
  const row = 'The dump is broken: row'

  it.each([
    ['a row', 'INSERT INTO wanted VALUES (1,2', isIncomplete],
    ['the next row', 'INSERT INTO wanted VALUES (1,2),', isIncomplete],
    ['a text', "INSERT INTO other VALUES ('1", isIncomplete],
    ['a comment', '/* a comment', isIncomplete],
    ['the columns of a table', 'CREATE TABLE other (a int', isIncomplete],
    ['a text in the columns of a table', "CREATE TABLE other (a text DEFAULT '", isIncomplete],
    [
      'a table with too many columns',
      `CREATE TABLE other (${'a int, '.repeat(40_000)}`,
      'The dump is broken: a CREATE TABLE has more than 262,144 characters, or is not closed.',
    ],
    ['two values', "INSERT INTO wanted VALUES ('1'2)", `${row} 1, in the table wanted, cannot be read.`],
    ['no row', 'INSERT INTO wanted VALUES 1', `${row} 1, in the table wanted, cannot be read.`],
    ['values', 'INSERT INTO wanted (a) VALUES (1),(1,2)', `${row} 2, in the table wanted, has 2 values instead of 1.`],
    [
      'a long text',
      `INSERT INTO wanted VALUES ('${'x'.repeat(300_000)}`,
      `${row} 1, in the table wanted, has more than 262,144 characters, or a value with an unclosed quotation mark.`,
    ],
  ])('is an error: %s', (_name, dump, message) => {
    expect(broken(dump)).toBe(message)
  })

  it('is an error in COPY, too', () => {
    expect(broken('COPY wanted (a) FROM stdin;\n1\n', 'postgres')).toMatch(/incomplete/)
    expect(broken('COPY wanted (a) FROM stdin;\n1\t2\n\\.\n', 'postgres')).toMatch(/row 1.* has 2 values instead of 1/)
    expect(broken(`COPY wanted (a) FROM stdin;\n${'x'.repeat(300_000)}`, 'postgres')).toMatch(/more than 262,144/)
  })

  it('reads a long statement of another table in bounded memory', () => {
    const reader = new SqlReader('mysql', isWanted)
    reader.push("INSERT INTO other VALUES ('")
    for (let piece = 0; piece < 200; piece++) expect(reader.push("x\\'''".repeat(50_000))).toEqual([])
    expect(reader.push("');INSERT INTO wanted VALUES (1);")).toHaveLength(1)
    expect(reader.end()).toEqual([])
  })
})

describe('a hostile dump takes no longer than its length', () => {
  it.each<[string, Dialect, (length: number) => string]>([
    ['columns that never end', 'mysql', (length) => 'create table a(;'.repeat(length)],
    ['columns that never end, with a comment', 'mysql', (length) => 'create table a(--b;'.repeat(length)],
    ['a text of hyphens', 'postgres', (length) => `create table a('${'-'.repeat(4 * length)}', b int);`.repeat(200)],
    ['columns of comments', 'mysql', (length) => `create table a(${'/**/'.repeat(length)} b int);`.repeat(20)],
    ['rows without a line', 'postgres', (length) => 'copy a from stdin;'.repeat(length)],
  ])('%s', (_name, dialect, dump) => {
    expect(growthOfTime((length) => read([dump(length)], dialect), 1_000)).toBeLessThan(4)
  })
})
