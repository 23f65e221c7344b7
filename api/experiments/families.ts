import type { z } from 'zod'
import { type ExperimentKind, qrExperimentParams, urlExperimentParams } from '#schemas/experiments.ts'

/** Both families of paths use the same code: a test of a QR code is a test of its short URL. */
export interface Family {
  kind: ExperimentKind
  path: `/${string}`
  /** Path of a single test. */
  one: `/${string}`
  params: z.ZodType<{ id: string }>
  /** Name in the reference. */
  noun: string
}

export const urlExperiments: Family = {
  kind: 'url',
  path: '/url-ab-tests',
  one: '/url-ab-tests/{id}',
  params: urlExperimentParams,
  noun: 'short URL A/B test',
}

export const qrExperiments: Family = {
  kind: 'qr',
  path: '/qr-ab-tests',
  one: '/qr-ab-tests/{testId}',
  params: qrExperimentParams,
  noun: 'QR code A/B test',
}
