import type { ClickRow, DropReason, RawClick } from '#schemas/clicks.ts'

/** A click during processing: the raw data from the redirector and the row built from it. */
export interface Click {
  raw: RawClick
  row: ClickRow
}

/** Adds data to the row, or returns the reason why the click is dropped. */
export type Step = (click: Click) => DropReason | undefined
