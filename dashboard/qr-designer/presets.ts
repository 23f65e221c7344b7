import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { plainLook } from './plain-look.ts'

interface Preset {
  name: string
  look: Partial<VisualSettings>
}

/** What a preset says nothing of stays as it is: size, margin, error correction, logo, the text of a frame. */
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

export const presets: Preset[] = [
  { name: 'Classic', look: neutral },
  {
    name: 'Soft',
    look: { ...neutral, dot_style: 'extra_rounded', eye_frame_style: 'extra_rounded', eye_ball_style: 'rounded' },
  },
  {
    name: 'Dots',
    look: {
      ...neutral,
      foreground_color: '#12336B',
      dot_style: 'dots',
      dot_scale: 0.95,
      eye_frame_style: 'circle',
      eye_ball_style: 'circle',
    },
  },
  {
    name: 'Ocean',
    look: {
      ...neutral,
      foreground_color: '#0B4F8A',
      gradient: fade('#0B4F8A', '#0F766E'),
      dot_style: 'rounded',
      eye_frame_style: 'rounded',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'Sunset',
    look: {
      ...neutral,
      foreground_color: '#A21C4B',
      gradient: fade('#B42318', '#7E22CE'),
      dot_style: 'classy_rounded',
      eye_frame_style: 'leaf',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'Forest',
    look: {
      ...neutral,
      foreground_color: '#14532D',
      background_color: '#F3F7EC',
      dot_style: 'classy',
      eye_frame_style: 'leaf',
      eye_ball_style: 'circle',
    },
  },
  {
    name: 'Bars',
    look: {
      ...neutral,
      foreground_color: '#1F2937',
      dot_style: 'bars_v',
      eye_frame_style: 'rounded',
      eye_ball_style: 'rounded',
      eye_ball_color: '#C2410C',
    },
  },
  {
    name: 'Night',
    look: {
      ...neutral,
      foreground_color: '#FFFFFF',
      background_color: '#0F172A',
      dot_style: 'rounded',
      eye_frame_style: 'rounded',
      eye_ball_style: 'circle',
    },
  },
]
