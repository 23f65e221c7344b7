import type { Fault } from '#core/qr/judge-settings.ts'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'

/** From here on every look was read, of 840 drawn at random; under 2 it is half of them. */
const safeModulePixels = 2

/** What is most likely to make a code readable that could not be read back. */
export function adviseOn(
  settings: VisualSettings,
  level: ErrorCorrection,
  modules: number,
  modulePixels: number,
): Fault[] {
  const advice = modulePixels < safeModulePixels ? [enlarge(modules)] : changesOf(settings, level)
  return advice.map(({ field, message }) => ({ field: `visual_settings.${field}`, message }))
}

function enlarge(modules: number): Fault {
  return {
    field: 'size',
    message: `must be at least ${Math.ceil(modules * safeModulePixels)} for this content and margin`,
  }
}

function changesOf({ logo, dot_scale }: VisualSettings, level: ErrorCorrection): Fault[] {
  const unread = 'the code could not be read back'
  return [
    ...(logo === null ? [] : [{ field: 'logo.size', message: `${unread}: make the logo or its padding smaller` }]),
    ...(dot_scale === 1 ? [] : [{ field: 'dot_scale', message: `${unread}: make the dots larger` }]),
    ...(level === 'H'
      ? []
      : [{ field: 'error_correction', message: `${unread}: choose ${level === 'Q' ? 'H' : 'Q or H'}` }]),
    { field: 'foreground_color', message: `${unread}: choose colours of more contrast` },
  ]
}
