import outlines from './frame-glyphs.json' with { type: 'json' }
import type { LabelFont } from './label.ts'

/** The one font of labels: 190 kB, which browsers load when there is a label to draw. */
export const labelFont: LabelFont = outlines
