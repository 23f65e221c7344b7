import { expect, it } from 'vitest'
import { archiveFormat } from './archive.ts'
import { archiveRows } from './archive-rows.ts'

/** With each change of this list, raise `archiveFormat`: earlier versions refuse rows with members that they do not know. */
const members = {
  campaigns: 'created_at description end_date id name start_date tags updated_at',
  tags: 'color created_at name',
  utm_templates: 'created_at id name updated_at utm_campaign utm_content utm_medium utm_source utm_term',
  qr_assets: 'content created_at id name',
  domains:
    'app_links brand_color brand_logo_id brand_name created_at expired_url host id is_default not_found_url ' +
    'root_redirect_url type',
  link_defaults:
    'campaign_id domain_id expires_in_days forward_query redirect_type tags tracking_enabled utm_template_id',
  links:
    'android_url announced_expiry archived campaign_id clicks code created_at description domain_id expired_url ' +
    'expires_at external_id fallback_url forward_query id indexing ios_url is_active is_custom_alias last_clicked_at ' +
    'limit_announced limit_used max_clicks name og password_hash redirect_type schedules shows_content starts_at tags ' +
    'targeting_rules tracking_enabled trashed_at updated_at url use_fallback_when_dead utm_campaign utm_content ' +
    'utm_medium utm_source utm_term',
  qr_codes:
    'campaign_id content_data content_type created_at expires_at expiry_announced id is_dynamic last_scanned_at ' +
    'link_id name payload scan_check scans source tags tracking_enabled updated_at visual_settings',
  ab_tests:
    'completed_at confidence_level conversions_enabled created_at description hypothesis id kind leads_link link_id ' +
    'min_sample_size name paused_at qr_code_id serves_winner significance_announced started_at status ' +
    'traffic_split_mode updated_at variants weight_changes winner_variant_id',
  conversions: 'click_id created_at currency event_name external_id id link_id test_id value variant_id',
  webhooks: 'created_at events filters id include_bots name url',
}

it('a format has its members', () => {
  const present = Object.entries(archiveRows).map(([kind, { shape }]) => [kind, Object.keys(shape).sort().join(' ')])
  expect({ archiveFormat, members: Object.fromEntries(present) }).toEqual({ archiveFormat: 2, members })
})
