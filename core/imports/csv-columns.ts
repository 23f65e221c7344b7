import type { ImportField, ImportSource } from '#schemas/imports.ts'

type Columns = { readonly [Field in ImportField]?: readonly string[] }

/** Names of columns that mean the same in every file, without spaces, signs, and case. */
const usual: Columns = {
  url: ['url', 'longurl', 'destination', 'destinationurl', 'originalurl', 'target', 'targeturl', 'longlink'],
  short_url: ['shorturl', 'shortlink', 'link', 'shortenedurl', 'tinyurl', 'bitlink', 'secureshorturl'],
  slug: ['slug', 'alias', 'customalias', 'shortcode', 'code', 'key', 'keyword', 'slashtag', 'backhalf', 'path'],
  domain: ['domain', 'domainname', 'hostname', 'brandeddomain'],
  name: ['title', 'name'],
  description: ['description', 'comments', 'comment', 'note', 'notes'],
  tags: ['tags', 'tag', 'labels'],
  clicks: ['clicks', 'totalclicks', 'clickcount', 'storedclicks', 'visits', 'visitcount', 'hits', 'engagements'],
  created_at: ['createdat', 'created', 'datecreated', 'createddate', 'creationdate', 'timestamp', 'date'],
  starts_at: ['startsat', 'startdate', 'validsince', 'validfrom'],
  expires_at: [
    'expiresat',
    'expires',
    'expiresin',
    'expirationdate',
    'expirydate',
    'expirein',
    'validuntil',
    'expiration',
  ],
  expired_url: ['expiredurl', 'expirationurl', 'expirationredirect'],
  max_clicks: ['maxclicks', 'maxvisits', 'clicklimit', 'clickslimit'],
  password: ['password', 'ispasswordprotected'],
  archived: ['archived', 'isarchived'],
  is_active: ['isactive', 'active', 'enabled'],
  redirect_type: ['redirecttype'],
  utm_source: ['utmsource'],
  utm_medium: ['utmmedium'],
  utm_campaign: ['utmcampaign'],
  utm_term: ['utmterm'],
  utm_content: ['utmcontent'],
  ios_url: ['iosurl', 'ios', 'iphoneurl'],
  android_url: ['androidurl', 'android'],
  external_id: ['externalid'],
  campaign: ['campaignid', 'campaign'],
  tracking_enabled: ['trackingenabled'],
  forward_query: ['forwardquery'],
  indexing: ['indexing'],
  fallback_url: ['fallbackurl'],
  use_fallback_when_dead: ['usefallbackwhendead'],
  targeting_rules: ['targetingrules'],
  schedules: ['schedules'],
  og_title: ['ogtitle'],
  og_description: ['ogdescription'],
  og_image_url: ['ogimageurl'],
  trashed_at: ['trashedat'],
}

/** Columns that mean something else in the files of a service than in others. They come before the usual names. */
const special: { readonly [Source in ImportSource]?: Columns } = {
  // Kutt names the slug of a link its address, and the destination its target.
  kutt: { slug: ['address'], url: ['target'], short_url: ['link'], is_active: [] },
  // YOURLS has keyword, url, title, timestamp, ip, clicks.
  yourls: {
    slug: ['keyword', 'source', 'shorturl'],
    short_url: ['shortlink', 'link'],
    url: ['url', 'target', 'longurl'],
  },
  // The title and description of a link of Dub are those of its preview.
  dub: { description: ['comments'], short_url: ['shortlink', 'link'] },
  shortio: { short_url: ['secureshorturl', 'shorturl', 'link'] },
}

/** The name of a column in the form of the lists above. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The column of each field: as the user mapped it, or by its name. `missing` are mapped columns that the file lacks. */
export function matchColumns(
  source: ImportSource,
  header: readonly string[],
  mapping: { readonly [Field in ImportField]?: string | undefined },
): { fields: Map<ImportField, number>; missing: string[]; unused: string[] } {
  const fields = new Map<ImportField, number>()
  const missing: string[] = []
  for (const [field, name] of Object.entries(mapping) as [ImportField, string][]) {
    const index = header.findIndex((column) => column === name || plain(column) === plain(name))
    if (index === -1) missing.push(name)
    else fields.set(field, index)
  }
  const known = { ...usual, ...special[source] }
  for (const [field, names] of Object.entries(known) as [ImportField, readonly string[]][]) {
    if (fields.has(field)) continue
    const taken = new Set(fields.values())
    const found = names
      .map((name) => header.findIndex((column, index) => plain(column) === name && !taken.has(index)))
      .find((index) => index !== -1)
    if (found !== undefined) fields.set(field, found)
  }
  const used = new Set(fields.values())
  return { fields, missing, unused: header.filter((name, index) => name !== '' && !used.has(index)) }
}
