import { readdirSync } from 'node:fs'
import { root } from './root.ts'

/** The only folders with a leading dot that belong to the tree; .data, .git and .cache do not. */
const ownDotFolders = ['.ci', '.github']
const otherFolders = ['node_modules', 'coverage', 'dist', 'generated']

/** Every file of the tree by its path from the top, without installed and generated files. */
export function listSourceFiles(folder = '', top = root): string[] {
  return readdirSync(`${top}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`
    if (entry.isFile()) return [path]
    const foreign = entry.name.startsWith('.') ? !ownDotFolders.includes(entry.name) : otherFolders.includes(entry.name)
    return entry.isDirectory() && !foreign ? listSourceFiles(`${path}/`, top) : []
  })
}
