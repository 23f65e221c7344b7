import { uuidv7 } from '#runtime/uuid.ts'
import type { NewExperiment } from '../experiments/insert-experiment.ts'
import type { NewQrCode } from '../qr-codes/insert-qr-code.ts'
import type { DescribedLink, LinkDomain } from './describe-link.ts'
import type { LinkRow, LinkSettings } from './link-row.ts'

/** Members that are left out have the default of their column. */
export interface NewLink extends Partial<LinkSettings> {
  account_id: string
  domain: LinkDomain
  /** null: a code is generated. */
  alias: string | null
  code_length?: number
  /** Already generated, because the QR code of the link encodes it. If it is taken, the caller generates another. */
  code?: string
  /** A QR code that is created with the link: all visits of the link are scans. */
  qr_code?: NewQrCode
  /** A test that is created with the link. */
  ab_test?: NewExperiment
  /** Reuse an existing link of the account with the same values. */
  find_if_exists?: boolean
  url: string
  /** Encrypted. Required if the targeting rules have percentages. */
  rules_secret?: string
  /** When an imported link was created in its service. */
  created_at?: Date
  /** The expiration date of a link that is imported after it: nothing is announced then. */
  announced_expiry?: Date | null
}

/** A link without a QR code or a test, and without a search for an existing one. */
export type PlainNewLink = Omit<NewLink, 'code' | 'qr_code' | 'ab_test' | 'find_if_exists'>

/** The columns of its row. Those that are left out have their default. */
export type LinkColumns = ReturnType<typeof columnsOf>

export const columnsOf = (input: NewLink, code: string, id = uuidv7()) => ({
  id,
  account_id: input.account_id,
  domain_id: input.domain.id,
  code,
  is_custom_alias: input.alias !== null,
  ...settingsOf(input),
})

/** A link that was just created. */
export const unvisited = <Row extends LinkRow>(row: Row, { domain, qr_code, ab_test }: NewLink) =>
  ({
    ...row,
    domain,
    clicks: 0,
    last_clicked_at: null,
    qr_code_id: qr_code?.id ?? null,
    ab_test_id: ab_test?.id ?? null,
    destination_health: null,
    stored: { actual_clicks: 0, unique_visitors: 0 },
  }) satisfies DescribedLink

/** Members of an input that belong to the link itself. */
export function settingsOf(
  input: NewLink,
): Partial<LinkSettings> & Pick<NewLink, 'url' | 'rules_secret' | 'created_at' | 'announced_expiry'> {
  const { account_id: _account, domain: _domain, alias: _alias, code: _code, qr_code: _qr, ...rest } = input
  const { code_length: _length, find_if_exists: _find, ab_test: _test, ...settings } = rest
  return settings
}
