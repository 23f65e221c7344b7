import { count } from '../format/numbers.ts'
import type { Bar } from '../parts/bar-list.tsx'

/** A drawing on the page, or rows that are drawn for the file. */
export type Picture = (() => SVGSVGElement | null | undefined) | { title: string; bars: readonly Bar[] }

const namespace = 'http://www.w3.org/2000/svg'
const font = 'system-ui, sans-serif'
const pixelsPerPoint = 2
const margin = 20

/** Draws a card as PNG, in the colors of the page. */
export async function drawPng(picture: Picture): Promise<Blob> {
  const drawing = typeof picture === 'function' ? picture() : undefined
  const svg = typeof picture === 'function' ? drawing && copyDrawing(drawing) : drawBars(picture)
  if (!svg) throw new Error('There is nothing to draw')
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))]
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * pixelsPerPoint
  canvas.height = (height + 2 * margin) * pixelsPerPoint
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw')
  context.scale(pixelsPerPoint, pixelsPerPoint)
  context.fillStyle = colorOf('card')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, margin, margin, width, height)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser cannot draw')) : resolve(blob)),
      'image/png',
    ),
  )
}

/** Styles of the page that a file does not have. */
const copied = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'stop-color'] as const

function copyDrawing(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const { width, height } = drawing.getBoundingClientRect()
  for (const [name, value] of Object.entries({ xmlns: namespace, width, height }))
    copy.setAttribute(name, String(value))
  const copies = copy.querySelectorAll<SVGElement>('*')
  drawing.querySelectorAll('*').forEach((original, index) => {
    const style = getComputedStyle(original)
    for (const name of copied) copies[index]?.style.setProperty(name, style.getPropertyValue(name))
    if (original.tagName === 'text') copies[index]?.style.setProperty('font-family', font)
  })
  return copy
}

const [barsWidth, rowHeight, headHeight] = [520, 36, 36]
const mostLetters = 56

function drawBars({ title, bars }: { title: string; bars: readonly Bar[] }): SVGSVGElement {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const svg = element('svg', { width: barsWidth, height: headHeight + bars.length * rowHeight })
  const text = (content: string, given: Record<string, string | number>) =>
    element('text', { 'font-family': font, 'font-size': 14, fill: colorOf('text'), ...given }, content)
  svg.append(text(title, { y: 16, 'font-weight': 600 }))
  for (const [index, { label, hint = '', value }] of bars.entries()) {
    const y = headHeight + index * rowHeight
    const name = `${label}  ${hint}`.trim()
    svg.append(
      element('rect', {
        y,
        width: Math.max(4, (value / most) * barsWidth),
        height: rowHeight - 4,
        rx: 6,
        fill: colorOf('tint'),
      }),
      text(cutLabel(name), { x: 8, y: y + 21 }),
      text(count(value), { x: barsWidth - 8, y: y + 21, 'text-anchor': 'end', 'font-weight': 500 }),
    )
  }
  return svg
}

/** No character is cut in two: half of one cannot be in a file. */
export function cutLabel(label: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(label), ({ segment }) => segment)
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : label
}

function element<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number>,
  content = '',
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(namespace, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.textContent = content
  return made
}

/** A color of the theme, as the page shows it. */
function colorOf(name: 'card' | 'text' | 'tint'): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--color-${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
