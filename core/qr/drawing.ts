/** A code as shapes: what SVG and PDF both draw, in modules from the top left corner. */
export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
}

export type Shape =
  | { kind: 'path'; part: Part; path: string; paint: Paint }
  /** The picture keeps its proportions inside the box, and nothing of it shows outside of the clip. */
  | { kind: 'picture'; part: Part; box: Box; clip: string }

/** What a shape is of. */
export type Part = 'background' | 'frame' | 'label' | 'dots' | 'eye-frames' | 'eye-balls' | 'logo'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Paint = string | Gradient

export interface Gradient {
  type: 'linear' | 'radial'
  /** Of a linear one, where it begins and ends; of a radial one its centre and a point of its rim. */
  from: Point
  to: Point
  stops: { offset: number; color: string }[]
}

export interface Point {
  x: number
  y: number
}
