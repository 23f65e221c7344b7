import { copyFileSync } from 'node:fs'
import { readdir, readFile, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessFull } from '#runtime/full-disk.ts'
import { claimFolder } from './claim-folder.ts'
import { readReplyName } from './reply-name.ts'
import { hasFrameAfter, readFrames } from './spool-frame.ts'

export const openEnding = '.open'
export const sealedEnding = '.seg'
/** Copies of segments that are only readable up to a point, for inspection. */
export const damagedEnding = '.damaged'

export interface Recovered {
  segments: number
  /** Segments whose last record was cut off by a crash. */
  torn: number
  /** Segments with records after an unreadable one, which were copied. */
  damaged: number
}

export interface Adopted extends Recovered {
  /** The names under which the dead processes expected acknowledgments. */
  replyNames: string[]
}

export const spoolFolder = (dataDir: string, instance: number) => join(dataDir, 'spool', String(instance))

/** Seals the segments that a killed process left open. Only the folder's owner may call this. */
export async function recoverFolder(folder: string): Promise<Recovered> {
  const recovered = { segments: 0, torn: 0, damaged: 0 }
  for (const name of await readdir(folder)) {
    if (!name.endsWith(openEnding)) continue
    const path = join(folder, name)
    const sealed = join(folder, name.slice(0, -openEnding.length) + sealedEnding)
    const bytes = await readFile(path)
    const { end } = readFrames(bytes)
    if (end < bytes.length) recovered.torn++
    const isDamaged = hasFrameAfter(bytes, end)
    const isCopied = isDamaged && unlessFull(() => copyFileSync(path, sealed + damagedEnding))
    if (isCopied) recovered.damaged++
    // On a full disk, what is not readable stays in the segment until its clicks are stored.
    if (isCopied || !isDamaged) await truncate(path, end)
    await rename(path, sealed)
    recovered.segments++
  }
  return recovered
}

/** Moves the segments of dead processes to this process's folder. A slow process keeps its folder and its claim. */
export async function adoptOrphans(ownFolder: string): Promise<Adopted> {
  const spool = join(ownFolder, '..')
  const adopted: Adopted = { segments: 0, torn: 0, damaged: 0, replyNames: [] }
  for (const name of await readdir(spool)) {
    const folder = join(spool, name)
    if (!/^\d+$/.test(name) || folder === ownFolder || (await listSegments(folder)).length === 0) continue
    const claim = await claimFolder(folder)
    if (claim === null) continue
    try {
      const name = await readReplyName(folder)
      if (name !== null) adopted.replyNames.push(name)
      const { torn, damaged } = await recoverFolder(folder)
      adopted.torn += torn
      adopted.damaged += damaged
      for (const segment of await listSegments(folder)) {
        await rename(join(folder, segment), join(ownFolder, segment))
        adopted.segments++
      }
    } finally {
      await claim.release()
    }
  }
  return adopted
}

/** Open and sealed ones. */
export const listSegments = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith(openEnding) || name.endsWith(sealedEnding))
