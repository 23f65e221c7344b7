export interface Point {
  at: Date
  value: number
}

/** A round number at or above: 1, 2 or 5 times a power of ten, and never below 4, so that four lines have whole numbers. */
export function roundUp(most: number): number {
  if (most <= 4) return 4
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= most) ?? 10
  return step * power
}

/** Where the points lie, from left to right over the whole width, 0 at the bottom. */
export function placePoints(values: number[], top: number, { width, height }: { width: number; height: number }) {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, index) => ({ x: index * step, y: height - (value / top) * height }))
}

export const drawLine = (points: { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
