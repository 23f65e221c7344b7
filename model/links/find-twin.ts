import type { Part, Tx } from '#runtime/postgres.ts'
import { type LinkFieldName, linkField, linkFieldNames } from '#schemas/link-fields.ts'
import { bindable, type LinkSettings } from './link-row.ts'
import { linkStatus } from './link-status.ts'
import { type NewLink, settingsOf } from './new-link.ts'

/** Statuses of a link that may be reused. */
const statusesOf = ({ starts_at, archived }: NewLink): string[] => [
  'active',
  ...(starts_at ? ['scheduled'] : []),
  ...(archived ? ['archived'] : []),
]

/** Fields that visitors do not notice. A request that omits them finds links with any values. */
const labels: readonly LinkFieldName[] = ['name', 'description', 'tags', 'campaign_id', 'external_id']

/** The columns of the other fields, with the values of a link whose request omits them. */
const defaults: Partial<LinkSettings> = Object.fromEntries(
  linkFieldNames
    .filter((name) => !labels.includes(name) && !linkField(name).onlyUpdate)
    .map((name) => [linkField(name).column ?? name, linkField(name).standard ?? null]),
)

/**
 * The newest working link of the account that this input would create again. With a password there is none, because each hash
 * differs. Excludes links in a test or with a winner, which redirect to another URL. The lock makes two concurrent requests
 * find the same link; it is always taken before the lock of a code.
 */
export async function findTwin(tx: Tx, input: NewLink): Promise<string | undefined> {
  const { account_id, domain, alias, qr_code } = input
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${account_id}:${input.url}`}, 0))`
  const { rules_secret: _, targeting_rules: rules, schedules, ...settings } = { ...defaults, ...settingsOf(input) }
  const { tags, ...columns } = bindable(tx, settings)
  const conditions = Object.entries(columns).map(
    ([column, value]) => tx`and ${tx(`links.${column}`)} is not distinct from ${value}`,
  )
  const [row] = await tx<{ id: string }[]>`
    select links.id
    from links
    left join link_counts on link_counts.link_id = links.id
    where links.account_id = ${account_id} and domain_id = ${domain.id} and md5(url) = md5(${input.url})
    ${alias === null ? tx`` : tx`and code = ${alias}`}
    ${conditions}
    ${tags === undefined ? tx`` : tx`and ${sorted(tx, tx`links.tags`)} = ${sorted(tx, tx`${tags}::text[]`)}`}
    and ${withoutIds(tx, tx`links.targeting_rules`)} = ${withoutIds(tx, tx`${tx.json(rules ?? [])}::jsonb`)}
    and ${withoutIds(tx, tx`links.schedules`)} = ${withoutIds(tx, tx`${tx.json(schedules ?? [])}::jsonb`)}
    and ${qr_code === undefined ? tx`not` : tx``} exists (select from qr_codes where qr_codes.link_id = links.id)
    and not exists (select from ab_tests where ab_tests.link_id = links.id and ab_tests.status <> 'completed')
    and winner_variant_id is null
    and ${linkStatus(tx)} = any(${statusesOf(input)})
    order by created_at desc, id desc
    limit 1`
  return row?.id
}

/**
 * Targeting rules or scheduled changes to compare, as text: each body gives them new ids. No value contains this pattern,
 * because its quotation marks are escaped.
 */
const withoutIds = (tx: Tx, list: Part) => tx`regexp_replace(${list}::text, '"id": "[^"]*",? ?', '', 'g')`

/** Tags to compare: their order and case do not matter. */
const sorted = (tx: Tx, tags: Part) => tx`array(select unnest(folded_tags(${tags})) order by 1)`
