import type { ReactNode } from 'react'
import { drawDots } from '#core/qr/dots.ts'
import { drawEyeBall, drawEyeFrame, eyeModules } from '#core/qr/eyes.ts'
import { layFrame } from '#core/qr/frame.ts'
import type { LabelFont } from '#core/qr/label.ts'
import type { QrFrame, VisualSettings } from '#schemas/qr-settings.ts'

/** Shapes drawn by the code that renders QR codes, so that they always look the same. */

const Picture = ({ viewBox, children }: { viewBox: string; children: ReactNode }) => (
  <svg aria-hidden viewBox={viewBox} className="size-9" fill="currentColor">
    {children}
  </svg>
)

/** Dots with rows, corners, notches and a single dot. */
const sample = ['11010', '11101', '00111', '10110', '11011']
const isDark = (x: number, y: number) => sample[y]?.[x] === '1'

export const DotPicture = ({ style }: { style: VisualSettings['dot_style'] }) => (
  <Picture viewBox="-0.2 -0.2 5.4 5.4">
    <path d={drawDots(style, { size: sample.length, isDark, scale: 1 })} />
  </Picture>
)

const corner = { x: 0, y: 0 }

export const EyeFramePicture = ({ style }: { style: VisualSettings['eye_frame_style'] }) => (
  <Picture viewBox="0 0 7 7">
    <path d={drawEyeFrame(style, corner, 2 * eyeModules)} />
  </Picture>
)

interface EyeBall {
  style: VisualSettings['eye_ball_style']
  frame: VisualSettings['eye_frame_style']
}

/** The shape depends on the frame around it. */
export const EyeBallPicture = ({ style, frame }: EyeBall) => (
  <Picture viewBox="1.2 1.2 4.6 4.6">
    <path d={drawEyeBall(style, frame, corner)} />
  </Picture>
)

/** A bar in place of letters. */
const barFont: LabelFont = { capHeight: 700, glyphs: { '-': [4_200, 'M0 -520L4200 -520L4200 -180L0 -180Z'] } }
const framed = 20

export function FramePicture({ style }: { style: QrFrame['style'] | 'none' }) {
  if (style === 'none') {
    return (
      <Picture viewBox="0 0 24 24">
        <Modules x={4} y={4} side={16} />
      </Picture>
    )
  }
  const frame = { style, text: '-', text_color: 'var(--color-card)', color: 'currentColor', radius: 2 } as const
  const { width, height, inside, shapes } = layFrame(frame, framed, barFont)
  const side = Math.max(width, height)
  return (
    <Picture viewBox={`${(width - side) / 2} 0 ${side} ${side}`}>
      {shapes.map((shape, index) =>
        shape.kind === 'path' && typeof shape.paint === 'string' ? (
          <path key={index} d={shape.path} fill={shape.paint} />
        ) : null,
      )}
      <Modules x={inside.x + 4} y={inside.y + 4} side={framed - 8} />
    </Picture>
  )
}

const Modules = ({ x, y, side }: { x: number; y: number; side: number }) => (
  <g transform={`translate(${x} ${y}) scale(${side / sample.length})`} opacity="0.55">
    <path d={drawDots('square', { size: sample.length, isDark, scale: 1 })} />
  </g>
)

export const LogoShapePicture = ({ radius }: { radius: number }) => (
  <Picture viewBox="0 0 20 20">
    <rect x="2" y="2" width="16" height="16" rx={radius} />
  </Picture>
)

export const GradientPicture = ({ type }: { type: 'none' | 'linear' | 'radial' }) => (
  <Picture viewBox="0 0 20 20">
    <defs>
      <linearGradient id="picture-linear">
        <stop offset="0" stopColor="currentColor" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.15" />
      </linearGradient>
      <radialGradient id="picture-radial">
        <stop offset="0" stopColor="currentColor" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0.15" />
      </radialGradient>
    </defs>
    <rect x="2" y="2" width="16" height="16" rx="3" fill={type === 'none' ? 'currentColor' : `url(#picture-${type})`} />
  </Picture>
)
