import type { VisualSettings } from '#schemas/qr-settings.ts'

/** The default design of the API, without its schema. */
export const plainLook: VisualSettings = {
  size: 512,
  margin: 4,
  error_correction: 'M',
  foreground_color: '#000000',
  background_color: '#FFFFFF',
  background_transparent: false,
  dot_style: 'square',
  dot_scale: 1,
  eye_frame_style: 'square',
  eye_ball_style: 'square',
  eye_frame_color: null,
  eye_ball_color: null,
  gradient: null,
  logo: null,
  frame: null,
}
