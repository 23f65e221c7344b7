import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotStyles, frameStyles } from '#schemas/qr-choices.ts'
import { type VisualSettings, visualSettings } from '#schemas/qr-settings.ts'
import { look } from '../../workers/qr/looks.fixture.ts'
import { drawCode } from './draw-code.ts'
import type { Shape } from './drawing.ts'
import { labelFont } from './label-font.ts'
import { type Matrix, makeMatrix } from './matrix.ts'
import { traceOutlines } from './outline.ts'
import { renderSvg } from './render-svg.ts'

const asset_id = '018f0000-0000-7000-8000-000000000000'

function matrixFor(settings: VisualSettings): Matrix {
  const matrix = makeMatrix('https://example.com/hello', settings)
  if (matrix.kind === 'too-long') throw new Error('it fits')
  return matrix
}

function draw(wanted: object): { matrix: Matrix; settings: VisualSettings; shapes: Shape[]; svg: string } {
  const settings = visualSettings.parse(wanted)
  const matrix = matrixFor(settings)
  const logo = settings.logo && 'data:image/png;base64,AAAA'
  return {
    matrix,
    settings,
    shapes: drawCode(matrix, settings, labelFont).shapes,
    svg: renderSvg(matrix, settings, { font: labelFont, logo }),
  }
}

const pathOf = (shapes: readonly Shape[], part: Shape['part']) =>
  shapes.flatMap((shape) => (shape.part === part && shape.kind === 'path' ? [shape.path] : [])).join('')
const numbersIn = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
const count = (path: string, letter: string) => path.split(letter).length - 1

const eyeDots = 33
const alignmentDots = 17
/** Outline, hole and middle. */
const alignmentPaths = 3

/** Dark modules outside the eyes and the only alignment pattern. */
function darkDots({ matrix }: { matrix: Matrix }): number {
  const rows = Array.from({ length: matrix.size }, (_, y) => y)
  const all = rows.flatMap((y) => rows.filter((x) => matrix.isDark(x, y))).length
  return all - 3 * eyeDots - alignmentDots
}

describe('dots', () => {
  it.each(['dots', 'diamond'] as const)(
    '%s: draws one shape for every dark module outside the eyes and the alignment pattern',
    (dot_style) => {
      const drawn = draw({ dot_style })
      expect(count(pathOf(drawn.shapes, 'dots'), 'M')).toBe(darkDots(drawn) + alignmentPaths)
    },
  )

  it('square: merges neighboring modules unless they are scaled down', () => {
    const whole = draw({ dot_style: 'square' })
    expect(count(pathOf(whole.shapes, 'dots'), 'M')).toBeLessThan(darkDots(whole) / 2)
    expect(count(pathOf(draw({ dot_style: 'square', dot_scale: 0.8 }).shapes, 'dots'), 'M')).toBe(
      darkDots(whole) + alignmentPaths,
    )
  })

  it('rounded: draws the same outlines as square, with curves', () => {
    const [square, rounded] = [draw({}), draw({ dot_style: 'rounded' })].map(({ shapes }) => pathOf(shapes, 'dots'))
    expect(count(square ?? '', 'C')).toBe(0)
    expect(count(rounded ?? '', 'C')).toBeGreaterThan(100)
    expect(count(rounded ?? '', 'M')).toBe(count(square ?? '', 'M'))
  })

  it.each(dotStyles)('%s: looks different from all other styles', (dot_style) => {
    const others = dotStyles.filter((style) => style !== dot_style).map((style) => draw({ dot_style: style }).svg)
    expect(others).not.toContain(draw({ dot_style }).svg)
  })

  it('separates modules that touch only at a corner and joins light ones that do', () => {
    expect(traceOutlines(2, (x, y) => x === y && x >= 0 && x < 2)).toHaveLength(2)
    const ring = (x: number, y: number) => x >= 0 && y >= 0 && x < 4 && y < 4 && !((x === 1 || x === 2) && x === y)
    expect(traceOutlines(4, ring)).toHaveLength(2)
  })

  it('draws outlines that enclose exactly the dark modules: their areas add up', () => {
    const grid = fc.array(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(grid, (rows) => {
        const areas = traceOutlines(9, (x, y) => rows[y]?.[x] === true).map((corners) =>
          corners.reduce((sum, corner, index) => {
            const next = corners[(index + 1) % corners.length] ?? corner
            return sum + (corner.x * next.y - next.x * corner.y) / 2
          }, 0),
        )
        expect(areas.reduce((sum, area) => sum + area, 0)).toBe(rows.flat().filter(Boolean).length)
      }),
      { seed: 1 },
    )
  })
})

describe('a logo', () => {
  it.each(['square', 'circle'] as const)('%s: covers no modules', (shape) => {
    const drawn = draw({ dot_style: 'dots', error_correction: 'H', logo: { asset_id, size: 0.3, padding: 1, shape } })
    const half = (drawn.matrix.size * 0.3) / 2 + 1
    const middle = drawn.matrix.size / 2 + drawn.settings.margin
    const points = numbersIn(pathOf(drawn.shapes, 'dots'))
    const inside = points.filter((x, index) => {
      const y = points[index + 1] ?? 0
      const [dx, dy] = [Math.abs(x - middle), Math.abs(y - middle)]
      return index % 2 === 0 && (shape === 'circle' ? Math.hypot(dx, dy) : Math.max(dx, dy)) < half - 1e-3
    })
    expect(inside).toEqual([])
    expect(drawn.svg).toMatch(/<image [^>]*clip-path="url\(#qr-\w+\)" href="data:image\/png;base64,AAAA"\/>/)
  })

  it('has a background of its color if one is set', () => {
    const logo = { asset_id, size: 0.2, background: '#FF0000' }
    expect(draw({ logo }).svg).toContain('fill="#FF0000"')
    expect(draw({ logo: { ...logo, background: null } }).shapes.filter(({ part }) => part === 'logo')).toHaveLength(1)
  })
})

describe('a frame', () => {
  it.each(frameStyles)('%s: draws its text as outlines outside the code', (style) => {
    const { svg, shapes } = draw({ frame: { style, text: 'SCAN ME', text_color: '#ABCDEF' } })
    expect(svg).not.toMatch(/<text|font/)
    const label = numbersIn(pathOf(shapes, 'label')).filter((_, index) => index % 2 === 1)
    const eyes = numbersIn(pathOf(shapes, 'eye-frames')).filter((_, index) => index % 2 === 1)
    const [upper, lower] = style === 'label_top' ? [label, eyes] : [eyes, label]
    expect(Math.max(...upper)).toBeLessThan(Math.min(...lower))
  })

  it('keeps its distance from the code even without a margin', () => {
    const { shapes, settings } = draw({ margin: 0, frame: { style: 'border', radius: 8 } })
    const least = Math.min(...numbersIn(pathOf(shapes, 'eye-frames')))
    expect(settings.margin).toBe(0)
    expect(least).toBeGreaterThan(5)
  })
})

describe('the image', () => {
  it('stays within its bounds and is well-formed, for any settings', () => {
    fc.assert(
      fc.property(look, (settings) => {
        const matrix = matrixFor(settings)
        const { width, height, shapes } = drawCode(matrix, settings, labelFont)
        const points = shapes.flatMap((shape) => numbersIn(shape.kind === 'path' ? shape.path : shape.clip))
        expect(Math.min(...points)).toBeGreaterThanOrEqual(-0.13)
        expect(Math.max(...points.filter((_, index) => index % 2 === 0))).toBeLessThanOrEqual(width + 0.13)
        expect(Math.max(...points.filter((_, index) => index % 2 === 1))).toBeLessThanOrEqual(height + 0.13)
        const svg = renderSvg(matrix, settings, { font: labelFont, logo: settings.logo && 'x"><script>' })
        expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/)
      }),
      { seed: 7, numRuns: 60 },
    )
  })

  it('defines a gradient once, even if dots and eyes share it', () => {
    const gradient = {
      type: 'radial',
      stops: [
        { offset: 0, color: '#000000' },
        { offset: 1, color: '#222222' },
      ],
    }
    const { svg } = draw({ gradient })
    expect(count(svg, '<radialGradient')).toBe(1)
    expect(count(svg, 'fill="url(#')).toBe(3)
  })

  it('has no background if it is transparent', () => {
    expect(draw({}).svg).toContain('fill="#FFFFFF"')
    expect(draw({ background_transparent: true }).svg).not.toContain('#FFFFFF')
  })

  it('prefers the color of a part over the gradient', () => {
    const gradient = {
      type: 'linear',
      stops: [
        { offset: 0, color: '#000000' },
        { offset: 1, color: '#222222' },
      ],
    }
    expect(draw({ gradient, eye_ball_color: '#123456' }).svg).toContain('fill="#123456"')
  })
})
