import type { Box } from './drawing.ts'
import { scalePath } from './path.ts'

/** Advance and outline of each character, in thousandths of the font size. */
export interface LabelFont {
  capHeight: number
  glyphs: Partial<Record<string, (number | string)[]>>
}

const unitsPerEm = 1_000
/** Height of capitals and maximum width of a line, as parts of the band. */
const capitalPart = 0.42
const widthPart = 0.88

/** Splits into code points, each of which is one character of the font. */
const charactersOf = (text: string) => Array.from(text.normalize('NFC').trim())

/** Distinct characters that the font cannot draw. */
export function findUnknownCharacters(text: string, { glyphs }: LabelFont): string[] {
  return [...new Set(charactersOf(text).filter((character) => glyphs[character] === undefined))]
}

/** A centered line of text in a box, as path data. */
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
