import { findOwnExperiment } from '#model/experiments/read-experiment.ts'
import { readFigures } from '#model/experiments/read-figures.ts'
import { qrExperimentAnalytics } from '#schemas/experiment-analytics.ts'
import { endpoint } from '../frame/endpoint.ts'
import { qrExperiments } from './families.ts'

/** Names in the specification for members that are the same as for a short URL. */
export const readCodeExperiment = endpoint({
  method: 'GET',
  path: `${qrExperiments.one}/analytics`,
  summary: 'Get the results of a QR code A/B test',
  permission: 'analytics',
  params: qrExperiments.params,
  reply: qrExperimentAnalytics,
  envelope: 'bare',
  errors: ['NOT_FOUND'],
  async handle(context) {
    const test = await findOwnExperiment(context.sql, context.reach, 'qr', context.params.id)
    const { analytics, summary } = await readFigures(context, test)
    const { id, name, status, started_at } = test
    return {
      test: { id, name, status, ...(started_at !== null && { start_date: started_at.toISOString() }) },
      analytics: analytics.map(({ clicks, unique_visitors, ...variant }) => ({
        ...variant,
        scans: clicks,
        unique_devices: unique_visitors,
      })),
      summary: {
        total_scans: summary.total_clicks,
        total_unique_devices: summary.total_unique_visitors,
        total_conversions: summary.total_conversions,
      },
    }
  },
})
