import type { QrLogo } from '#schemas/qr-settings.ts'
import type { Box, Point, Shape } from './drawing.ts'
import { boxPath, circlePath } from './path.ts'

/** Corner radius of a rounded logo, as a part of its width. */
const roundedPart = 0.22

/** The position of a logo in a code, and the modules that are removed for it. */
export interface LogoArea {
  covers(x: number, y: number): boolean
  draw(offset: Point): Shape[]
}

export function placeLogo(size: number, logo: QrLogo): LogoArea {
  const side = size * logo.size
  const reach = side / 2 + logo.padding
  const middle = size / 2
  return {
    covers: (x, y) => {
      // The point of the module that is nearest to the center of the code.
      const [dx, dy] = [x, y].map((from) => Math.max(from - middle, middle - from - 1, 0)) as [number, number]
      return logo.shape === 'circle' ? Math.hypot(dx, dy) < reach : Math.max(dx, dy) < reach
    },
    draw: (offset) => {
      const center = { x: offset.x + middle, y: offset.y + middle }
      const clip = outline(logo, center, side / 2)
      const plate = outline(logo, center, reach)
      return [
        ...(logo.background === null
          ? []
          : [{ kind: 'path', part: 'logo', path: plate, paint: logo.background } as const]),
        { kind: 'picture', part: 'logo', box: squareAround(center, side / 2), clip },
      ]
    },
  }
}

function outline({ shape }: QrLogo, center: Point, reach: number): string {
  if (shape === 'circle') return circlePath(center, reach)
  return boxPath(squareAround(center, reach), shape === 'rounded' ? 2 * reach * roundedPart : 0)
}

const squareAround = ({ x, y }: Point, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
})
