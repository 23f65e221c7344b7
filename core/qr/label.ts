import type { Box } from './drawing.ts'
import { scalePath } from './path.ts'

/** What characters look like: each has its advance and its outline, in thousandths of the font's size. */
export interface LabelFont {
  capHeight: number
  glyphs: Partial<Record<string, (number | string)[]>>
}

const unitsPerEm = 1_000
/** Capitals take as much of a band's height, and a line as much of its width. */
const capitalPart = 0.42
const widthPart = 0.88

/** Code points: of what the font draws, each is a character. */
const charactersOf = (text: string) => Array.from(text.normalize('NFC').trim())

/** Characters that the font has no outline for, each once. */
export function findUnknownCharacters(text: string, { glyphs }: LabelFont): string[] {
  return [...new Set(charactersOf(text).filter((character) => glyphs[character] === undefined))]
}

/** A line of text in the middle of a box, as path data. */
export function drawLabel(text: string, box: Box, font: LabelFont): string {
  const line = charactersOf(text).map((character) => readGlyph(character, font))
  const advance = line.reduce((sum, glyph) => sum + glyph.advance, 0) / unitsPerEm
  const capitals = font.capHeight / unitsPerEm
  const size = Math.min((box.height * capitalPart) / capitals, (box.width * widthPart) / Math.max(advance, 1))
  const baseline = box.y + (box.height + capitals * size) / 2
  let x = box.x + (box.width - advance * size) / 2
  let path = ''
  for (const glyph of line) {
    path += scalePath(glyph.path, { x, y: baseline }, size / unitsPerEm)
    x += (glyph.advance / unitsPerEm) * size
  }
  return path
}

function readGlyph(character: string, { glyphs }: LabelFont): { advance: number; path: string } {
  const [advance = 0, path = ''] = glyphs[character] ?? []
  return { advance: Number(advance), path: String(path) }
}
