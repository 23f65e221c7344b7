import { badArguments, notImplemented } from './errors.ts'

export interface Statement {
  sql: string
  database: string | undefined
  settings: ReadonlyMap<string, string>
  parameters: ReadonlyMap<string, string>
}

export const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`

/** The prefix that sets the database, settings, and parameters of a statement. */
export function preamble(statement: Statement): string {
  const set: string[] = []
  for (const [name, value] of statement.settings) set.push(`${name}=${quote(value)}`)
  for (const [name, value] of statement.parameters) set.push(`param_${name}=${quote(value)}`)
  const use = statement.database === undefined ? '' : `USE \`${statement.database.replace(/[\\`]/g, '\\$&')}\`; `
  return set.length === 0 ? use : `${use}SET ${set.join(', ')}; `
}

const insert = /^(?:\s|--[^\n]*(?:\n|$)|#[ !][^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*insert\s/i
export const isInsert = (sql: string): boolean => insert.test(sql)

/**
 * Finds the format of an insert whose rows follow separately. The result has the parts of the text between which a file
 * name can be added.
 */
export function findFormat(sql: string): { before: string; settings: string; format: string } | undefined {
  if (!isInsert(sql)) return undefined
  const text = sql.trimEnd()
  const values = /^([\s\S]*\S)\s+values$/i.exec(text)
  const named = /^([\s\S]*?\S)(\s+settings\s+(?:[^']|'(?:[^'\\]|\\.)*')*?)?\s+format\s+([a-z]\w*)$/i.exec(text)
  const found = values ?? named
  if (found?.[1] === undefined) return undefined
  if (/\bselect\b[\s\S]*\binput\s*\(/i.test(found[1])) throw notImplemented('input() is not available in this server.')
  return { before: found[1], settings: named?.[2] ?? '', format: values ? 'Values' : (named?.[3] ?? '') }
}

/** This engine ends inline rows at the first empty line, so rows are read from a file, which may contain any bytes. */
export function insertFromFile(sql: string, path: string, compression: 'none' | 'gzip'): string {
  const found = findFormat(sql)
  if (found === undefined) throw badArguments('The insert does not specify the format of its rows.')
  const source = `FROM INFILE ${quote(path)} COMPRESSION '${compression}'`
  return `${found.before} ${source}${found.settings} FORMAT ${found.format}`
}

/** Every connection opens with the default database. Without it, no more connections would be possible. */
export const dropsDefaultDatabase = (sql: string): boolean =>
  /^[\s(]*(?:drop|detach)\s+database\s+(?:if\s+exists\s+)?[`"]?default\b/i.test(sql)

/** The start of the rows if a text consists of `insert into t format X`, a line break, and rows. */
export function findInlineRows(text: Buffer): number | undefined {
  const head = text.toString('latin1', 0, longestInsertHead)
  const found = /\sformat\s+([a-z]\w*)[ \t]*\r?\n/i.exec(head)
  if (found === null || !isInsert(head) || found[1]?.toLowerCase() === 'values') return undefined
  if (/\b(?:values|select|with)\b/i.test(head.slice(0, found.index))) return undefined
  return found.index + found[0].length
}

/** Covers `insert into`, the table, its columns, and settings. */
const longestInsertHead = 64 * 1024

/** Returns true if there is more than one statement. For texts that the engine cannot parse. */
export function hasSecondStatement(sql: string): boolean {
  const token =
    /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^\s;'"`/-]+|\S/g
  let ended = false
  for (const [text] of sql.matchAll(token)) {
    const isComment = text.startsWith('--') || text.startsWith('/*')
    if (text === ';') ended = true
    else if (ended && !isComment) return true
  }
  return false
}

/** The format of the result, for the response headers. */
export function answerFormat(sql: string, fallback: string): string {
  const found = /\sformat\s+([a-z]\w*)\s*(?:settings\s[\s\S]*)?;?\s*$/i.exec(sql)
  return found?.[1] ?? fallback
}
