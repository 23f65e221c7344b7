import { readdirSync } from 'node:fs'
import { root } from './root.ts'

/** Of the folders with a leading dot only these are ours; .data, .git and .cache are not. */
const ownDotFolders = ['.ci', '.github']
const otherFolders = ['node_modules', 'coverage']

/** Every file of the tree by its path from the top, without what is installed or generated. */
export function listSourceFiles(folder = ''): string[] {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`
    if (entry.isFile()) return [path]
    const foreign = entry.name.startsWith('.') ? !ownDotFolders.includes(entry.name) : otherFolders.includes(entry.name)
    return entry.isDirectory() && !foreign ? listSourceFiles(`${path}/`) : []
  })
}
