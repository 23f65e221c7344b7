import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { plainLook } from './plain-look.ts'

interface Preset {
  name: string
  look: Partial<VisualSettings>
}

/** Presets do not change the size, margin, error correction, logo or frame. */
const neutral = {
  foreground_color: plainLook.foreground_color,
  background_color: plainLook.background_color,
  background_transparent: false,
  dot_style: plainLook.dot_style,
  dot_scale: plainLook.dot_scale,
  eye_frame_style: plainLook.eye_frame_style,
  eye_ball_style: plainLook.eye_ball_style,
  eye_frame_color: null,
  eye_ball_color: null,
  gradient: null,
} as const satisfies Partial<VisualSettings>

const fade = (from: string, to: string, type: QrGradient['type'] = 'linear'): QrGradient => ({
  type,
  rotation: 45,
  stops: [
    { offset: 0, color: from },
    { offset: 1, color: to },
  ],
  apply_to: 'all',
})

const shapes = (
  dot_style: VisualSettings['dot_style'],
  eye_frame_style: VisualSettings['eye_frame_style'],
  eye_ball_style: VisualSettings['eye_ball_style'],
) => ({ dot_style, eye_frame_style, eye_ball_style })

export const presets: Preset[] = [
  { name: 'Classic', look: neutral },
  {
    name: 'Soft',
    look: { ...neutral, ...shapes('extra_rounded', 'extra_rounded', 'rounded') },
  },
  {
    name: 'Dots',
    look: { ...neutral, foreground_color: '#12336B', ...shapes('dots', 'circle', 'circle'), dot_scale: 0.95 },
  },
  {
    name: 'Ocean',
    look: {
      ...neutral,
      foreground_color: '#0B4F8A',
      gradient: fade('#0B4F8A', '#0F766E'),
      ...shapes('rounded', 'rounded', 'rounded'),
    },
  },
  {
    name: 'Sunset',
    look: {
      ...neutral,
      foreground_color: '#A21C4B',
      gradient: fade('#B42318', '#7E22CE'),
      ...shapes('classy_rounded', 'leaf', 'rounded'),
    },
  },
  {
    name: 'Forest',
    look: {
      ...neutral,
      foreground_color: '#14532D',
      background_color: '#F3F7EC',
      ...shapes('classy', 'leaf', 'circle'),
    },
  },
  {
    name: 'Bars',
    look: {
      ...neutral,
      foreground_color: '#1F2937',
      ...shapes('bars_v', 'rounded', 'rounded'),
      eye_ball_color: '#C2410C',
    },
  },
  {
    name: 'Night',
    look: {
      ...neutral,
      foreground_color: '#FFFFFF',
      background_color: '#0F172A',
      ...shapes('rounded', 'rounded', 'circle'),
    },
  },
]
