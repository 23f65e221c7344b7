import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { uuidv7 } from '#runtime/uuid.ts'

/** The file of a database after these statements. */
export async function databaseOf(...statements: string[]): Promise<Buffer> {
  const path = join(tmpdir(), `${uuidv7()}.sqlite`)
  const database = new sqlite.Database(path)
  try {
    database.exec(statements.join(';'))
  } finally {
    database.close()
  }
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}
