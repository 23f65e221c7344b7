import type { z } from 'zod'
import { type ExperimentKind, qrExperimentParams, urlExperimentParams } from '#schemas/experiments.ts'

/** One engine behind two families of paths: a test of a QR code is one of that code's short URL. */
export interface Family {
  kind: ExperimentKind
  path: `/${string}`
  /** Of a single test. */
  one: `/${string}`
  params: z.ZodType<{ id: string }>
  /** As the reference calls it. */
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
