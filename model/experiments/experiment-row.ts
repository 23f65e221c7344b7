import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ExperimentKind, ExperimentStatus, SplitMode } from '#schemas/experiments.ts'
import { firstOwner } from '../accounts/memberships.ts'
import type { LinkDomain } from '../links/describe-link.ts'

/** Columns of a test that the owner sets. */
export interface ExperimentSettings {
  name: string
  description: string | null
  hypothesis: string | null
  traffic_split_mode: SplitMode
  conversions_enabled: boolean
  min_sample_size: number
  confidence_level: number
}

export interface Variant {
  id: string
  name: string
  destination_url: string
  traffic_weight: number
}

/** A test as the statements here return it, without its secret. */
export interface FoundExperiment extends ExperimentSettings {
  id: string
  account_id: string
  user_id: string
  kind: ExperimentKind
  link_id: string
  qr_code_id: string | null
  /** The link was created for the test, and redirects to the first variant while the test is a draft. */
  leads_link: boolean
  status: ExperimentStatus
  winner_variant_id: string | null
  created_at: Date
  updated_at: Date
  started_at: Date | null
  paused_at: Date | null
  completed_at: Date | null
  /** The others are compared with the first. */
  variants: Variant[]
  /** null after the link is deleted. */
  link: { code: string; domain: LinkDomain; campaign_id: string | null; tags: string[] } | null
}

/** If the account has no owner, the account itself: the record of every test has an owner. */
export const experimentOwner = (sql: Sql | Tx) => sql`
  coalesce(
    ${firstOwner(sql, sql`ab_tests.account_id`)},
    ab_tests.account_id
  ) as user_id`

export const experimentColumns = (sql: Sql | Tx) => sql`
  ab_tests.id, ab_tests.account_id, ab_tests.kind, ab_tests.link_id, ab_tests.qr_code_id, ab_tests.leads_link,
  ab_tests.name, ab_tests.description, ab_tests.hypothesis, ab_tests.status, ab_tests.traffic_split_mode,
  ab_tests.conversions_enabled, ab_tests.min_sample_size, ab_tests.confidence_level, ab_tests.winner_variant_id,
  ab_tests.created_at, ab_tests.updated_at, ab_tests.started_at, ab_tests.paused_at, ab_tests.completed_at,
  ${experimentOwner(sql)},
  (
    select jsonb_agg(
      jsonb_build_object('id', id, 'name', name, 'destination_url', destination_url, 'traffic_weight', traffic_weight)
      order by position)
    from ab_variants
    where test_id = ab_tests.id
  ) as variants,
  ${experimentLink(sql)}`

/** Requires experimentSource. */
export const experimentLink = (sql: Sql | Tx) => sql`
  case when links.id is not null then
    jsonb_build_object(
      'code', links.code, 'campaign_id', links.campaign_id, 'tags', links.tags,
      'domain', jsonb_build_object('id', domains.id, 'type', domains.type, 'host', domains.host))
  end as link`

export const experimentSource = (sql: Sql | Tx) => sql`
  ab_tests
  left join links on links.id = ab_tests.link_id
  left join domains on domains.id = links.domain_id`
