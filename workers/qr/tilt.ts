import type { Pixels } from './decoders.ts'

/** Width of the far edge of a tilted image, as a part of the near edge. */
const farPart = 0.85
const channels = 4

/** The opaque image as seen by a camera below it: its upper edge is farther away. The surroundings are white. */
export function tilt({ bytes, width, height }: Pixels): Pixels {
  const tilted = Buffer.alloc(bytes.length, 255)
  const middle = (width - 1) / 2
  const at = (index: number) => bytes[index] ?? 0
  for (let y = 0; y < height; y++) {
    const part = farPart + (1 - farPart) * (y / (height - 1))
    const top = Math.min(Math.floor(y / part), height - 2)
    const [dy, left] = [y / part - top, Math.ceil(middle - middle * part)]
    for (let x = left; x < width - left; x++) {
      const from = middle + (x - middle) / part
      const column = Math.min(Math.floor(from), width - 2)
      const dx = from - column
      const corner = (top * width + column) * channels
      const to = (y * width + x) * channels
      for (let channel = 0; channel < 3; channel++) {
        const upper = corner + channel
        const lower = upper + width * channels
        tilted[to + channel] =
          (at(upper) * (1 - dx) + at(upper + channels) * dx) * (1 - dy) +
          (at(lower) * (1 - dx) + at(lower + channels) * dx) * dy
      }
    }
  }
  return { bytes: tilted, width, height }
}
