import type { NewExperiment } from '../experiments/insert-experiment.ts'
import type { NewQrCode } from '../qr-codes/insert-qr-code.ts'
import type { LinkDomain } from './describe-link.ts'
import type { LinkSettings } from './link-row.ts'

/** What is not said of the link has the default of its column. */
export interface NewLink extends Partial<LinkSettings> {
  account_id: string
  domain: LinkDomain
  /** null: a code is generated. */
  alias: string | null
  code_length?: number
  /** Generated already, since it is drawn in the code that is made with the link: if it is taken, the caller makes another. */
  code?: string
  /** Is made with the link, which leads there from then on by scans alone. */
  qr_code?: NewQrCode
  /** Is made with the link. */
  ab_test?: NewExperiment
  /** Rather an own link with the same destination and everything else that is said here. */
  find_if_exists?: boolean
  url: string
}

/** What an input says of the link itself. */
export function settingsOf(input: NewLink): Partial<LinkSettings> & Pick<LinkSettings, 'url'> {
  const { account_id: _account, domain: _domain, alias: _alias, code: _code, qr_code: _qr, ...rest } = input
  const { code_length: _length, find_if_exists: _find, ab_test: _test, ...settings } = rest
  return settings
}
