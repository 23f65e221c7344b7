import type { Fault } from '#core/qr/judge-settings.ts'
import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import type { RenderTask } from './render-task.ts'

/** Pixels per module below which the size is the cause: see docs/qr-codes.md for the share that is read. */
const safeModulePixels = 3
/** Pixels to draw with changes: four images of 1,024 x 1,024. The caller waits for the result. */
const triedPixelsMost = 4 * 1_024 ** 2
/** Number of working changes after which no others are tried. */
const shownMost = 2

interface Dimensions {
  level: ErrorCorrection
  /** Width of the image in modules. */
  modules: number
  modulePixels: number
}

interface Change {
  field: string
  advice: string
  change: (task: RenderTask) => RenderTask
}

const unread = 'This code cannot be scanned.'

/** Explains why a code is rejected: the changes that make it readable, otherwise those that are most likely to. */
export async function adviseOn(
  task: RenderTask,
  { level, modules, modulePixels }: Dimensions,
  scans: (task: RenderTask) => Promise<boolean>,
): Promise<Fault[]> {
  if (modulePixels < safeModulePixels) {
    const least = Math.ceil(modules * safeModulePixels)
    return [{ field: 'visual_settings.size', message: `Must be at least ${least} for this content and margin.` }]
  }
  const changes = changesOf(task, level)
  const working: Change[] = []
  for (const candidate of changes.slice(0, Math.floor(triedPixelsMost / (modules * modulePixels) ** 2))) {
    if (working.length < shownMost && (await scans(candidate.change(task)))) working.push(candidate)
  }
  return (working.length > 0 ? working : changes).map(({ field, advice }) => ({
    field: `visual_settings.${field}`,
    message: `${unread} ${advice}`,
  }))
}

function changesOf({ settings, logo }: RenderTask, level: ErrorCorrection): Change[] {
  const { dot_scale, dot_style, eye_frame_style, eye_ball_style } = settings
  const set = (changed: Partial<VisualSettings>) => (task: RenderTask) => ({
    ...task,
    settings: { ...task.settings, ...changed },
  })
  return [
    logo !== null && {
      field: 'logo',
      advice: 'Scanners may take details of the logo for dots. Use a simpler logo.',
      change: (task: RenderTask) => ({ ...task, logo: null }),
    },
    settings.logo !== null && {
      field: 'logo.size',
      advice: 'Make the logo or its padding smaller.',
      change: set({ logo: { ...settings.logo, size: 0.1, padding: Math.min(settings.logo.padding, 1) } }),
    },
    dot_scale < 1 && { field: 'dot_scale', advice: 'Make the dots larger.', change: set({ dot_scale: 1 }) },
    dot_style !== 'square' && {
      field: 'dot_style',
      advice: 'Choose another dot style.',
      change: set({ dot_style: 'square' }),
    },
    eye_ball_style !== 'rounded' &&
      eye_ball_style !== eye_frame_style && {
        field: 'eye_ball_style',
        advice: 'Choose eye centers in the style of the eyes.',
        change: set({ eye_ball_style: 'rounded' }),
      },
    level !== 'H' && {
      field: 'error_correction',
      advice: `Choose ${level === 'Q' ? 'H' : 'Q or H'}.`,
      change: set({ error_correction: 'H' }),
    },
    {
      field: 'foreground_color',
      advice: 'Choose colors with more contrast.',
      change: set({
        foreground_color: '#000000',
        background_color: '#FFFFFF',
        eye_frame_color: null,
        eye_ball_color: null,
        gradient: null,
      }),
    },
  ].filter((change) => change !== false)
}
