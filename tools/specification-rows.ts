/** The rows of a table of the specification, and how the names of the files begin whose tests prove them. */
interface Table {
  files: readonly string[]
  rows: readonly string[]
}

/** What the specification's tables list, by section. Limits and states have tests in words of their own. */
export const specification: Record<string, Table> = {
  '2.1': {
    files: ['2.1'],
    rows: 'success data error timestamp'.split(' '),
  },
  '2.2': {
    files: ['2.2'],
    rows: 'id name description start_date end_date tags url_count total_clicks created_at updated_at'.split(' '),
  },
  '2.3': {
    files: ['2.3'],
    rows: 'id short_code short_url name original_url custom_alias url_type branded_domain subdomain click_count unique_visitors created_at last_clicked_at tracking_enabled stored_clicks actual_clicks'.split(
      ' ',
    ),
  },
  '2.4': {
    files: ['2.4', '4.6'],
    rows: 'id user_id name content_type content_data visual_settings is_dynamic tracking_enabled short_url_id scan_count last_scanned_at expires_at is_password_protected source created_at updated_at'.split(
      ' ',
    ),
  },
  '2.5': {
    files: ['2.5'],
    rows: 'id user_id name primary_url_id status variants variant_count total_clicks created_at'.split(' '),
  },
  '4.1': {
    files: ['4.1', 'filters.fixture'],
    rows: 'dateRange startDate endDate urlType campaignId tags country countryCode region city deviceType browser os utmSource utmMedium utmCampaign utmTerm utmContent referrer referrerDomain'.split(
      ' ',
    ),
  },
  '4.2 GET /short-urls/check-alias': {
    files: ['4.2'],
    rows: 'alias url_type subdomain branded_domain'.split(' '),
  },
  '4.3 POST /campaigns': {
    files: ['4.3'],
    rows: 'name description start_date end_date tags'.split(' '),
  },
  '4.4 GET /analytics/top-performing-urls': {
    files: ['4.4'],
    rows: 'limit page offset days dateRange startDate endDate search urlType sortBy sortOrder'.split(' '),
  },
  '4.7 POST /url-ab-tests': {
    files: ['4.7'],
    rows: 'name primary_url_id short_code url_type subdomain branded_domain variants variants[].name variants[].destination_url variants[].traffic_weight description hypothesis traffic_split_mode conversions_enabled min_sample_size confidence_level'.split(
      ' ',
    ),
  },
  '7': {
    files: ['7'],
    rows: 'UNAUTHORIZED INVALID_API_KEY FORBIDDEN ACCESS_DENIED FEATURE_DISABLED BAD_REQUEST INVALID_INPUT NOT_FOUND RESOURCE_EXPIRED VALIDATION_ERROR RATE_LIMIT_EXCEEDED'.split(
      ' ',
    ),
  },
}
