import type { Experiment } from '#schemas/experiments.ts'
import { type Site, shortUrlOf } from '../links/describe-link.ts'
import type { FoundExperiment } from './experiment-row.ts'

/** Members of the link of a test that webhook filters match, and that records of tests and conversions lack. */
export const filteredMembers = (link: FoundExperiment['link'], site: Site) =>
  link && { campaign_id: link.campaign_id, tags: link.tags, short_url: shortUrlOf(site, link.domain, link.code) }

/** The record of a test in the API and in webhooks. */
export function describeExperiment(test: FoundExperiment, site: Site): Experiment {
  const { id, link } = test
  return {
    id,
    user_id: test.user_id,
    name: test.name,
    primary_url_id: test.link_id,
    status: test.status,
    variants: test.variants.map((variant) => ({ ...variant, test_id: id })),
    description: test.description,
    hypothesis: test.hypothesis,
    traffic_split_mode: test.traffic_split_mode,
    conversions_enabled: test.conversions_enabled,
    min_sample_size: test.min_sample_size,
    confidence_level: test.confidence_level,
    qr_code_id: test.qr_code_id,
    short_url: link === null ? null : shortUrlOf(site, link.domain, link.code),
    winner_variant_id: test.winner_variant_id,
    created_at: test.created_at.toISOString(),
    updated_at: test.updated_at.toISOString(),
    started_at: test.started_at?.toISOString() ?? null,
    paused_at: test.paused_at?.toISOString() ?? null,
    completed_at: test.completed_at?.toISOString() ?? null,
  }
}
