import type { Fault } from '#core/qr/judge-settings.ts'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

/** All of 840 random designs could be read at 2 pixels per module and above, and half of them below. */
const safeModulePixels = 2

/** Suggests the changes that are most likely to make an unreadable code readable. */
export function adviseOn(
  settings: VisualSettings,
  level: ErrorCorrection,
  modules: number,
  modulePixels: number,
): Fault[] {
  const least = Math.ceil(modules * safeModulePixels)
  const enlarge = { field: 'size', message: `Must be at least ${least} for this content and margin.` }
  const advice = modulePixels < safeModulePixels ? [enlarge] : changesOf(settings, level)
  return advice.map(({ field, message }) => ({ field: `visual_settings.${field}`, message }))
}

function changesOf({ logo, dot_scale }: VisualSettings, level: ErrorCorrection): Fault[] {
  const unread = 'This code cannot be scanned.'
  return [
    ...(logo === null ? [] : [{ field: 'logo.size', message: `${unread} Make the logo or its padding smaller.` }]),
    ...(dot_scale === 1 ? [] : [{ field: 'dot_scale', message: `${unread} Make the dots larger.` }]),
    ...(level === 'H'
      ? []
      : [{ field: 'error_correction', message: `${unread} Choose ${level === 'Q' ? 'H' : 'Q or H'}.` }]),
    { field: 'foreground_color', message: `${unread} Choose colors with more contrast.` },
  ]
}
