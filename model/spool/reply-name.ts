import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere } from '#runtime/if-there.ts'

const fileName = 'reply-to'
const namePattern = /^[0-9a-f-]{36}$/

/**
 * The name under which workers acknowledge the batches of a spool folder. It is stored in the folder, so a process that
 * takes over the segments also receives pending acknowledgments. Only the folder's owner may call this.
 */
export async function keepReplyName(folder: string): Promise<string> {
  const known = await readReplyName(folder)
  if (known !== null) return known
  const name = randomUUID()
  const path = join(folder, fileName)
  await writeFile(`${path}.new`, name, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return name
}

/** Returns null if no name is stored. */
export async function readReplyName(folder: string): Promise<string | null> {
  const name = await ifThere(() => readFile(join(folder, fileName), 'utf8'))
  return name !== null && namePattern.test(name) ? name : null
}
