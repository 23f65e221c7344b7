import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces the text between the two marks with this name in a document. */
export function writeRegion(path: string, name: string, text: string): void {
  writeFileSync(path, replaceRegion(readFileSync(path, 'utf8'), name, text))
}

export function replaceRegion(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no region from ${begin} to ${end}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}
