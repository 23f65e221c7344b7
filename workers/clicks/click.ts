import type { ClickRow, DropReason, RawClick } from '#schemas/clicks.ts'

/** A click on its way through the steps: what the redirector saw, and the row that grows out of it. */
export interface Click {
  raw: RawClick
  row: ClickRow
}

/** Fills the click in, or says why it goes no further. */
export type Step = (click: Click) => DropReason | undefined
