import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { plainLook } from './plain-look.ts'

/** Presets do not change the size, margin, error correction, logo or frame. */
const { size, margin, error_correction, logo, frame, ...neutral } = plainLook

export const fade = (from: string, to: string): QrGradient => ({
  type: 'linear',
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

const preset = (name: string, look: Partial<VisualSettings> = {}) => ({ name, look: { ...neutral, ...look } })

export const presets = [
  preset('Classic'),
  preset('Soft', shapes('extra_rounded', 'extra_rounded', 'rounded')),
  preset('Dots', { foreground_color: '#12336B', ...shapes('dots', 'circle', 'circle'), dot_scale: 0.95 }),
  preset('Ocean', {
    foreground_color: '#0B4F8A',
    gradient: fade('#0B4F8A', '#0F766E'),
    ...shapes('rounded', 'rounded', 'rounded'),
  }),
  preset('Sunset', {
    foreground_color: '#A21C4B',
    gradient: fade('#B42318', '#7E22CE'),
    ...shapes('classy_rounded', 'leaf', 'rounded'),
  }),
  preset('Forest', {
    foreground_color: '#14532D',
    background_color: '#F3F7EC',
    ...shapes('classy', 'leaf', 'circle'),
  }),
  preset('Bars', {
    foreground_color: '#1F2937',
    ...shapes('bars_v', 'rounded', 'rounded'),
    eye_ball_color: '#C2410C',
  }),
  preset('Night', {
    foreground_color: '#FFFFFF',
    background_color: '#0F172A',
    ...shapes('rounded', 'rounded', 'circle'),
  }),
]
