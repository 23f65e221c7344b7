/** A code as shapes for SVG and PDF, in modules from the top left corner. */
export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
}

export type Shape =
  | { kind: 'path'; part: Part; path: string; paint: Paint }
  /** An image that keeps its proportions inside the box and is clipped. */
  | { kind: 'picture'; part: Part; box: Box; clip: string }

/** The part of the code that a shape belongs to. */
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
  /** Linear gradient: start and end. Radial gradient: center and a point on the rim. */
  from: Point
  to: Point
  stops: { offset: number; color: string }[]
}

export interface Point {
  x: number
  y: number
}
