import { invalidField } from '#core/api-error.ts'
import { givenFields } from '#core/fields.ts'
import type { Config } from '#runtime/config.ts'
import { isAppUrl } from '#schemas/app-url.ts'
import type { CreateShortUrlBody, ShortUrlDomain, UpdateShortUrlBody } from '#schemas/links.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { leadsToOurselves } from '../domains/own-host.ts'
import type { LinkSettings } from './link-row.ts'
import { judgeRules, readRules } from './link-rules.ts'
import { judgeSchedules, readSchedules } from './link-schedules.ts'

/** The columns of a link for the members that a body has. */
export async function readSettings(
  findCampaign: (reference: string) => Promise<string>,
  body: Omit<CreateShortUrlBody, keyof ShortUrlDomain> | UpdateShortUrlBody,
): Promise<Partial<LinkSettings>> {
  const {
    custom_alias: _alias,
    find_if_exists: _find,
    code_length: _length,
    generate_qr: _qr,
    campaign_id,
    password,
    og,
    targeting_rules: rules,
    schedules,
    ...columns
  } = {
    find_if_exists: undefined,
    code_length: undefined,
    generate_qr: undefined,
    ...body,
  }
  return givenFields({
    ...columns,
    campaign_id: campaign_id && (await findCampaign(campaign_id)),
    password_hash: password && (await hashPassword(password)),
    targeting_rules: rules && readRules(rules),
    schedules: schedules && readSchedules(schedules),
    og: og && { title: null, description: null, image_url: null, ...givenFields(og) },
  })
}

/** Checks rules between fields, and those that depend on the clock or on this installation's own hosts. */
export function judgeSettings(before: LinkSettings | null, after: Partial<LinkSettings>, config: Config): void {
  for (const field of ['url', 'expired_url', 'ios_url', 'android_url', 'fallback_url'] as const) {
    const address = after[field]
    if (typeof address !== 'string' || isAppUrl(address)) continue
    if (address !== before?.[field] && leadsToOurselves(address, config)) {
      throw invalidField(field, 'Must not be a short URL of this installation.')
    }
  }
  const { targeting_rules: rules = [], schedules = [] } = after
  if (rules !== before?.targeting_rules) judgeRules(rules, config)
  if (schedules !== before?.schedules) judgeSchedules(schedules, config)
  const { expires_at } = after
  const isNew = expires_at?.getTime() !== before?.expires_at?.getTime()
  if (expires_at && isNew && expires_at.getTime() <= Date.now())
    throw invalidField('expires_at', 'Must be in the future.')
  judgePeriod(before, after)
}

type Period = Partial<Pick<LinkSettings, 'starts_at' | 'expires_at'>>

/** A link must not end before it starts. One that already does can still be changed: imports may have stored it. */
export function judgePeriod(before: Period | null, after: Period): void {
  const { starts_at, expires_at } = after
  const isSame = (['starts_at', 'expires_at'] as const).every(
    (field) => after[field]?.getTime() === before?.[field]?.getTime(),
  )
  if (!isSame && starts_at && expires_at && starts_at >= expires_at)
    throw invalidField('expires_at', 'Must be after the start date.')
}
