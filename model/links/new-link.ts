import type { NewExperiment } from '../experiments/insert-experiment.ts'
import type { NewQrCode } from '../qr-codes/insert-qr-code.ts'
import type { LinkDomain } from './describe-link.ts'
import type { LinkSettings } from './link-row.ts'

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
}

/** Members of an input that belong to the link itself. */
export function settingsOf(input: NewLink): Partial<LinkSettings> & Pick<LinkSettings, 'url'> {
  const { account_id: _account, domain: _domain, alias: _alias, code: _code, qr_code: _qr, ...rest } = input
  const { code_length: _length, find_if_exists: _find, ab_test: _test, ...settings } = rest
  return settings
}
