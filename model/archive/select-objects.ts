import type { Part, Tx } from '#runtime/postgres.ts'
import { archiveLimits, type ObjectKind } from '#schemas/archive.ts'
import { archiveRows, mostWeightChanges } from '#schemas/archive-rows.ts'

/** Members that are no columns of the table, and the columns that order the rows. */
interface Source {
  members?: (tx: Tx) => Record<string, Part>
  joins?: (tx: Tx) => Part
  order: readonly string[]
}

const sources: Record<ObjectKind, Source> = {
  campaigns: { order: ['created_at', 'id'] },
  tags: { order: ['name'] },
  utm_templates: { order: ['created_at', 'id'] },
  qr_assets: {
    order: ['created_at', 'id'],
    members: (tx) => ({ content: tx`translate(encode(qr_assets.content, 'base64'), E'\n', '')` }),
  },
  domains: { order: ['created_at', 'id'] },
  link_defaults: { order: ['domain_id'] },
  links: {
    order: ['created_at', 'id'],
    joins: (tx) => tx`left join link_counts on link_counts.link_id = links.id`,
    members: (tx) => ({
      clicks: tx`coalesce(link_counts.clicks, 0)`,
      last_clicked_at: tx`link_counts.last_clicked_at`,
      shows_content: tx`exists (select from qr_codes where qr_codes.link_id = links.id and content_type <> 'url')`,
    }),
  },
  qr_codes: {
    order: ['created_at', 'id'],
    joins: (tx) => tx`left join qr_counts on qr_counts.qr_code_id = qr_codes.id`,
    members: (tx) => ({ scans: tx`coalesce(qr_counts.scans, 0)`, last_scanned_at: tx`qr_counts.last_scanned_at` }),
  },
  ab_tests: {
    order: ['created_at', 'id'],
    members: (tx) => ({
      serves_winner: tx`exists (
        select from links
        where links.id = ab_tests.link_id and links.winner_variant_id = ab_tests.winner_variant_id)`,
      variants: tx`(
        select jsonb_agg(to_jsonb(ab_variants) - '{test_id,position}'::text[] order by position)
        from ab_variants
        where test_id = ab_tests.id)`,
      weight_changes: tx`(
        select coalesce(jsonb_agg(jsonb_build_object('weights', weights, 'changed_at', changed_at) order by changed_at, id), '[]')
        from (
          select id, weights, changed_at
          from ab_weight_changes
          where test_id = ab_tests.id
          order by changed_at desc, id desc
          limit ${mostWeightChanges}
        ) as newest)`,
    }),
  },
  conversions: { order: ['created_at', 'id'] },
  webhooks: { order: ['created_at', 'id'] },
}

/** All objects of a kind as lines of JSON, in the transaction of the archive. */
export async function* selectObjects(tx: Tx, kind: ObjectKind, accountId: string): AsyncGenerator<string[]> {
  const { members = () => ({}), joins = () => tx``, order } = sources[kind]
  const special: Record<string, Part> = members(tx)
  const shown = Object.keys(archiveRows[kind].shape).map((name, index) => {
    const value = special[name] ?? tx`${tx(`${kind}.${name}`)}`
    return index === 0 ? tx`${value} as ${tx(name)}` : tx`, ${value} as ${tx(name)}`
  })
  const rows = tx<{ line: string }[]>`
    select to_jsonb(object)::text as line
    from (
      select ${shown}
      from ${tx(kind)}
      ${joins(tx)}
      where ${tx(`${kind}.account_id`)} = ${accountId}
      order by ${order.map((name, index) => (index === 0 ? tx`${tx(`${kind}.${name}`)}` : tx`, ${tx(`${kind}.${name}`)}`))}
    ) as object`
  for await (const page of rows.cursor(archiveLimits.objects)) yield page.map(({ line }) => line)
}
