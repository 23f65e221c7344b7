import { createHash } from 'node:crypto'
import { plans } from '#schemas/accounts.ts'
import { columnNames, columnOf } from '#schemas/click-columns.ts'

/** The same word gives the same id, wherever it appears. */
export const exampleId = (word: string) =>
  `01981c2e-7b1a-7c3d-9a4e-${createHash('sha256').update(word).digest('hex').slice(0, 12)}`

const eventId = `evt_${exampleId('event').replaceAll('-', '')}`
const short = { id: exampleId('short'), name: 'Short', destination_url: 'https://example.com/short' }
const long = { id: exampleId('variant'), name: 'Long', destination_url: 'https://example.com/long' }
const shortRate = { conversions: 25, conversion_rate: 5.95 }
const longRate = { conversions: 44, conversion_rate: 10.68 }
const significance = { zScore: 2.47, pValue: 0.0134, isSignificant: true, confidence: 98.66 }
const equal = { traffic_weight: 50 }
const shortInterval = { interval: { lower: 4.06, upper: 8.64 }, uplift: null, difference: null }
const longInterval = {
  interval: { lower: 8.05, upper: 14.03 },
  uplift: 79.42,
  difference: { lower: 0.97, upper: 8.58 },
}
const since = (clicks_since_weight_change: number) => ({ clicks_since_weight_change })
const results = [
  { ...short, ...equal, clicks: 420, ...since(420), unique_visitors: 351, ...shortRate, ...shortInterval },
  { ...long, ...equal, clicks: 412, ...since(412), unique_visitors: 338, ...longRate, ...longInterval, significance },
]

const columnExamples = Object.fromEntries(
  columnNames.flatMap((name) => {
    const { example } = columnOf(name)
    return example === undefined ? [] : [[name, example]]
  }),
)

/** One value for several names. */
const each = (value: unknown, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, value]))

/** Names of members and their values in the examples of the reference: `name`, `parent.name` or `area:name`. */
export const exampleValues: Readonly<Record<string, unknown>> = {
  description: 'Links of the spring campaign',
  message: 'Deleted',
  ...each('A/B test created', 'url-ab-tests.message qr-ab-tests.message'),
  'failed.message': 'This API key cannot be used for this domain. Use a key that includes it.',
  'failed.code': 'FORBIDDEN',
  'account.name': 'Northwind Coffee',
  tag: 'sale',
  updated_at: '2026-03-02T08:00:11.000Z',
  // Short URLs
  url_type: 'standard',
  redirect_type: 302,
  utm_source: 'newsletter',
  utm_medium: 'email',
  clicks_this_month: 18_432,
  status: 'active',
  // Lists
  limit: 20,
  next_cursor: 'WyIyMDI2LTAyLTI0VDE1OjEyOjA4LjAwMFoiXQ',
  index: 1,
  // Domains
  domain: 'go.brand.example',
  type: 'branded',
  'record.name': '_waymark.go.brand.example',
  'record.value': 'waymark-5f60718293a45f60718293a45f607182',
  'record.found': ['waymark-5f60718293a45f60718293a45f607182'],
  root_redirect_url: 'https://brand.example/',
  // Keys, accounts and apps
  key: 'wm_8fJq2Lr0TnVb5Yc7Xd9Ze1Wa3Kp4Hs6GmNuR',
  prefix: 'wm_8fJq2L',
  requests_per_minute: plans.business.requestsPerMinute,
  'plan.features': plans.business.features,
  ...each(['read', 'write'], 'key.permissions api-keys:permissions'),
  'api-keys:allowed_ips': ['192.0.2.0/24'],
  'api-keys:last_used_at': null,
  'tags:name': 'newsletter',
  'utm-templates:name': 'Newsletter',
  last_used_at: '2026-03-18T16:45:00.000Z',
  client_id: 'Zk4w9TqXb2LmVr7Hc1Ns',
  client_name: 'Report writer',
  client_uri: 'https://reports.example/',
  // Targeting rules
  targeting_rules: [
    {
      id: exampleId('rule'),
      name: 'Germany and Austria',
      priority: 1,
      match: 'all',
      conditions: [{ type: 'country', operator: 'in', value: ['de', 'at'] }],
      destination_url: 'https://example.com/de',
    },
  ],
  schedules: [
    {
      id: exampleId('schedule'),
      at: '2030-12-01T08:00:00.000Z',
      changes: { url: 'https://example.com/winter-sale' },
    },
  ],
  // QR codes
  'qr-codes:name': 'Menu',
  'qr-assets:name': 'Logo',
  content_data: { url: 'https://example.com/menu' },
  error_correction: 'M',
  foreground_color: '#000000',
  background_color: '#FFFFFF',
  warnings: [],
  'image.format': 'png',
  mime_type: 'image/png',
  bytes: 18_204,
  data_url: 'data:image/png;base64,iVBORw0KGgo=',
  download_url: `https://app.example.com/api/v1/qr-codes/${exampleId('qr-code')}/image?format=png`,
  'qrCode.source': 'QR_CODE_GENERATOR',
  // A/B tests and conversions
  'test.description': 'Two headlines for the spring sale',
  'test.variants': [short, long].map((variant) => ({ ...variant, test_id: exampleId('test'), ...equal })),
  ...each(results, 'data.analytics ab_test.analytics'),
  'qr-ab-tests.analytics': [
    { ...short, scans: 420, unique_devices: 351, ...shortRate },
    { ...long, scans: 412, unique_devices: 338, ...longRate, significance },
  ],
  hypothesis: 'A long headline converts better',
  'test.status': 'running',
  confidence_level: 95,
  total_conversions: 69,
  ...each(832, 'test.total_clicks summary.total_clicks summary.total_scans'),
  ...each(689, 'total_unique_visitors total_unique_devices'),
  event_name: 'purchase',
  value: 49.9,
  currency: 'USD',
  'conversions:external_id': 'order-1042',
  // Webhooks
  'webhooks:name': 'Order system',
  'webhooks:url': 'https://example.com/webhooks/waymark',
  event: 'url.clicked',
  'last_delivery.status': 'succeeded',
  response_status: 204,
  secret: 'whsec_k3J9vQ2mX8pLr5TzYw1NcB7dHfA4sUeG',
  event_id: eventId,
  'webhooks:type': 'url.clicked',
  'webhooks:description': 'A link was clicked, or its QR code scanned',
  attempted_at: '2026-02-24T15:12:08.412Z',
  next_attempt_at: '2026-02-24T15:12:13.596Z',
  'request.headers': { 'content-type': 'application/json', 'webhook-id': eventId },
  duration_ms: 184,
  'request.body': `{"id":"${eventId}","type":"url.clicked"}`,
  'response.status': 500,
  'response.body': 'Internal Server Error',
  'webhooks:error': 'HTTP 500',
  // Analytics
  ...columnExamples,
  date: '2026-03-18T00:00:00.000Z',
  percentage: 32.09,
  'qranalytics:percentage': 31.46,
  'analytics:value': 'newsletter',
  conversions: 34,
  conversion_rate: 2.65,
  countryCode: 'us',
  active_urls: 38,
  bot_clicks: 61,
  clicks_today: 87,
  clicks_last_7_days: 402,
  clicks_previous_period: 1_102,
  change_percentage: 16.52,
  peak_hour: 17,
  total_device_combinations: 24,
  total_campaigns: 6,
  activeQrCodes: 11,
  recentScans: 128,
  scans: 112,
  uniqueScanners: 97,
  scansToday: 9,
  scansPreviousPeriod: 301,
  changePercentage: 18.27,
  // Values of several members
  ...each(
    null,
    'branded_domain subdomain external_id starts_at expires_at expired_url max_clicks ios_url fallback_url',
  ),
  ...each(
    null,
    'android_url utm_term utm_content og qr_code_id ab_test_id trashed_at cursor not_found_url error allowed_ips',
  ),
  ...each(null, 'domain_ids eye_frame_color eye_ball_color gradient logo frame winner_variant_id paused_at'),
  ...each(null, 'completed_at filters.tags url_ids campaign_ids qr_code_ids filters.domains disabled_reason'),
  ...each(null, 'failing_since paused_until variant_id rule_id bot_reason imported_from'),
  ...each('Spring sale', 'name campaignId'),
  ...each('Build server', 'key.name api-keys:name'),
  ...each('business', 'plan.name plan'),
  user_id: exampleId('user'),
  campaign_id: exampleId('campaign'),
  primary_url_id: exampleId('short-url'),
  ...each('2026-03-01T00:00:00.000Z', 'start_date startDate'),
  ...each('2026-03-31T00:00:00.000Z', 'end_date endDate'),
  ...each('2026-02-24T15:12:08.000Z', 'created_at createdAt'),
  ...each('2026-03-18T16:45:02.000Z', 'timestamp last_clicked_at last_scanned_at lastScannedAt'),
  ...each('spring', 'short_code custom_alias alias utm_campaign'),
  ...each('https://go.example.com/spring', 'short_url full_url'),
  ...each('https://example.com/spring-sale', 'original_url url'),
  ...each(false, 'archived is_password_protected background_transparent srm_warning include_bots'),
  ...each(true, 'is_active is_dynamic has_more is_unique'),
  ...each(1_284, 'click_count stored_clicks actual_clicks total_clicks clicks_last_30_days totalClicks'),
  ...each(412, 'clicks least_clicks clicks_since_weight_change'),
  ...each(967, 'unique_visitors data.unique_visitors overview.unique_visitors url.unique_visitors'),
  ...each(318, 'analytics:unique_visitors timeline.unique_visitors'),
  ...each(12, 'url_count total_qr_codes totalQrCodes'),
  ...each(1, 'page dot_scale attempts'),
  ...each(42, 'total totalItems links total_urls'),
  ...each(3, 'total_pages totalPages campaigns'),
  ...each('verified', 'domains:status record.status'),
  ...each(2, 'domains api_keys variant_count'),
  ...each('Headline test', 'url-ab-tests:name qr-ab-tests:name'),
  ...each('url', 'content_type contentType'),
  ...each(512, 'size width height'),
  ...each(4, 'margin botScans'),
  ...each(100, 'score min_sample_size'),
  ...each(356, 'scan_count qr_scans total_scans totalScans'),
  uniqueVisitors: 318,
  ...each('Chrome', 'browser.name browserBreakdown.name'),
  ...each('Android', 'operating_system.name osBreakdown.name'),
  ...each('mobile', 'device_type.type deviceType.type top_device topDevice'),
  ...each('google.com', 'referrerDomain.domain top_referrer topReferrer'),
  ...each('United States', 'top_country topCountry'),
}
