import outlines from './frame-glyphs.json' with { type: 'json' }
import type { LabelFont } from './label.ts'

/** The font of labels: 190 kB, which browsers load only to draw a label. */
export const labelFont: LabelFont = outlines
