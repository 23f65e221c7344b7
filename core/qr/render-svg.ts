import type { VisualSettings } from '#schemas/qr-settings.ts'
import { drawCode } from './draw-code.ts'
import type { Drawing, Gradient, Paint, Shape } from './drawing.ts'
import type { LabelFont } from './label.ts'
import type { Matrix } from './matrix.ts'
import { round } from './path.ts'

interface Parts {
  /** Font of labels; null: labels are empty. */
  font: LabelFont | null
  /** URL of the logo image, usually a data URL. */
  logo: string | null
}

/** A code as SVG, for both preview and print. */
export function renderSvg(matrix: Matrix, settings: VisualSettings, { font, logo }: Parts): string {
  return writeSvg(drawCode(matrix, settings, font), settings.size, logo)
}

/** Takes the width in pixels; the height follows. */
export function writeSvg(drawing: Drawing, width: number, logo: string | null): string {
  const [wide, high] = [round(drawing.width), round(drawing.height)]
  const definitions: string[] = []
  const body = drawing.shapes.map((shape) => writeShape(shape, definitions, logo)).join('')
  const defs = definitions.length > 0 ? `<defs>${definitions.join('')}</defs>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${width}" height="${heightFor(drawing, width)}">${defs}${body}</svg>\n`
}

export const heightFor = ({ width, height }: Drawing, pixels: number) => Math.round((pixels * height) / width)

function writeShape(shape: Shape, definitions: string[], logo: string | null): string {
  if (shape.kind === 'path') return writePath(shape.path, writePaint(shape.paint, definitions))
  if (logo === null) return ''
  const id = define(definitions, (name) => `<clipPath id="${name}"><path d="${shape.clip}"/></clipPath>`)
  const { x, y, width, height } = shape.box
  const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  return `<image ${box} preserveAspectRatio="xMidYMid meet" clip-path="url(#${id})" href="${escapeAttribute(logo)}"/>`
}

const writePath = (path: string, fill: string) => (path === '' ? '' : `<path fill="${fill}" d="${path}"/>`)

function writePaint(paint: Paint, definitions: string[]): string {
  if (typeof paint === 'string') return paint
  return `url(#${define(definitions, (name) => writeGradient(name, paint))})`
}

/** Ids are hashes of the content, so that equal definitions are shared and codes on one page do not conflict. */
function define(definitions: string[], write: (name: string) => string): string {
  const name = `qr-${hash(write(''))}`
  const definition = write(name)
  if (!definitions.includes(definition)) definitions.push(definition)
  return name
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return (value >>> 0).toString(36)
}

function writeGradient(id: string, { type, from, to, stops }: Gradient): string {
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(round)
  const place =
    type === 'linear'
      ? `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`
      : `cx="${x1}" cy="${y1}" r="${round(Math.hypot(to.x - from.x, to.y - from.y))}"`
  const colors = stops.map(({ offset, color }) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')
  return `<${type}Gradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${colors}</${type}Gradient>`
}

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
