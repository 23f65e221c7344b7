import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { root } from './root.ts'

/**
 * Writes the glyph outlines for labels around QR codes, so that neither the server nor the viewer needs the font.
 * The font is Inter Semi Bold, SIL Open Font License 1.1. The license text is copied to docs/licenses.
 */

const font = `${root}/node_modules/@fontsource/inter`
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic']
const weight = 600
/** The unit of outlines is 1/1000 of the font size. */
const unitsPerEm = 1_000
/** Latin, Latin Extended-A, Greek and Cyrillic, and the symbols that are common in labels. */
const ranges: [number, number][] = [
  [0x20, 0x7e],
  [0xa1, 0x17e],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
]
const signs = '–—‘’‚“”„†•…‹›€™←↑→↓−₴₹₽'

const letters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

const glyphs: Record<string, [advance: number, path: string]> = {}
const fonts = subsets.map(
  (subset) => create(readFileSync(`${font}/files/inter-${subset}-${weight}-normal.woff`)) as Font,
)
const codes = [
  ...ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step)),
  ...[...signs].map((sign) => sign.codePointAt(0) ?? 0),
]
for (const code of codes) {
  const holder = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code))
  if (holder !== undefined) glyphs[String.fromCodePoint(code)] = readGlyph(holder, code)
}
const [latin] = fonts
if (latin === undefined) throw new Error('the font has no subset')
const outlines = { capHeight: Math.round(latin.capHeight * (unitsPerEm / latin.unitsPerEm)), glyphs }
writeFileSync(`${root}/core/qr/frame-glyphs.json`, `${JSON.stringify(outlines).replaceAll('"],"', '"],\n"')}\n`)
mkdirSync(`${root}/docs/licenses`, { recursive: true })
copyFileSync(`${font}/LICENSE`, `${root}/docs/licenses/inter.txt`)
console.log(`core/qr/frame-glyphs.json: ${Object.keys(glyphs).length} characters`)

function readGlyph(holder: Font, code: number): [number, string] {
  const scale = unitsPerEm / holder.unitsPerEm
  const glyph = holder.glyphForCodePoint(code)
  const path = glyph.path.commands.map(({ command, args }) => {
    const numbers = args.map((value, index) => Math.round(value * scale) * (index % 2 === 0 ? 1 : -1))
    return `${letters[command]}${numbers.map((value) => (Object.is(value, -0) ? 0 : value)).join(' ')}`
  })
  return [Math.round(glyph.advanceWidth * scale), path.join('')]
}
