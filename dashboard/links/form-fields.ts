import { Archive, ArchiveRestore, type LucideIcon, Pause, Play } from 'lucide-react'

/** Optional settings by topic. */
export const optionGroups = {
  about: { name: 'Name and notes' },
  tags: { name: 'Tags', isNamedByField: true },
  campaign: { name: 'Campaign', isNamedByField: true },
  utm: { name: 'UTM' },
  ends: { name: 'Dates and limits' },
  password: { name: 'Password' },
  devices: { name: 'Device targeting' },
  rules: { name: 'Targeting rules' },
  schedules: { name: 'Scheduled changes' },
  card: { name: 'Social preview' },
  redirect: { name: 'Redirect' },
  code: { name: 'Slug', only: 'create' },
} as const satisfies Record<string, OptionGroup>

interface OptionGroup {
  name: string
  /** Its only field has the same label. */
  isNamedByField?: true
  /** Only for new links, or only for existing ones. */
  only?: 'create' | 'edit'
}

export type GroupName = keyof typeof optionGroups
export const optionGroup = (name: GroupName): OptionGroup => optionGroups[name]

/** A field of the form. Forms hold text and flags; '' means empty. */
interface FormField {
  /** Fields without a group are always shown. */
  group?: GroupName
  /** Type of the value. `rules`, `schedules`: see rule-drafts.ts and schedule-drafts.ts. `card`: a member of `og`. `local`: not a member of the API. */
  kind: 'text' | 'url' | 'moment' | 'number' | 'tags' | 'rules' | 'schedules' | 'card' | 'flag' | 'local'
  label?: string
  placeholder?: string
  hint?: string
  /** Fills a whole row. */
  isWide?: true
  least?: number
  standard?: string | true
  only?: 'create' | 'edit'
  /** Buttons of a flag that can be set on many links at once. */
  bulk?: { on: BulkButton; off: BulkButton }
}

interface BulkButton {
  name: string
  Icon: LucideIcon
  about: string
  /** Past tense, for the toast: "3 links archived". */
  done: string
}

const formFields = {
  url: { kind: 'url' },
  custom_alias: { kind: 'text' },
  /** A host, or `base`; '' is the default domain. */
  domain: { kind: 'local' },
  name: { group: 'about', kind: 'text', label: 'Name', placeholder: 'Spring sale' },
  external_id: { group: 'about', kind: 'text', label: 'External ID', placeholder: 'crm-4711' },
  description: {
    group: 'about',
    kind: 'text',
    label: 'Notes',
    placeholder: 'Only visible to you',
    isWide: true,
  },
  tags: { group: 'tags', kind: 'tags', isWide: true },
  campaign_id: { group: 'campaign', kind: 'text', isWide: true },
  utm_source: { group: 'utm', kind: 'text', label: 'Source', placeholder: 'newsletter' },
  utm_medium: { group: 'utm', kind: 'text', label: 'Medium', placeholder: 'email' },
  utm_campaign: { group: 'utm', kind: 'text', label: 'UTM campaign', placeholder: 'spring-sale' },
  utm_term: { group: 'utm', kind: 'text', label: 'Term', placeholder: 'running shoes' },
  utm_content: { group: 'utm', kind: 'text', label: 'Content', placeholder: 'second button' },
  starts_at: { group: 'ends', kind: 'moment', label: 'Start date', hint: 'The link is inactive before this time.' },
  expires_at: { group: 'ends', kind: 'moment', label: 'Expiration date' },
  max_clicks: { group: 'ends', kind: 'number', label: 'Click limit', least: 1 },
  expired_url: {
    group: 'ends',
    kind: 'url',
    label: 'Redirect after expiration',
    placeholder: 'https://example.com/expired',
    hint: 'Otherwise visitors see an “expired” page.',
  },
  password: { group: 'password', kind: 'text' },
  drops_password: { group: 'password', kind: 'flag', only: 'edit' },
  ios_url: {
    group: 'devices',
    kind: 'url',
    label: 'iOS destination',
    placeholder: 'https://example.com/ios or myapp://open',
    hint: 'Visitors on iPhones and iPads go here instead. The URL of an app, such as myapp://open, opens the app.',
  },
  android_url: {
    group: 'devices',
    kind: 'url',
    label: 'Android destination',
    placeholder: 'https://example.com/android or myapp://open',
    hint: 'Visitors on Android devices go here instead.',
  },
  targeting_rules: { group: 'rules', kind: 'rules', standard: '[]', isWide: true },
  fallback_url: {
    group: 'rules',
    kind: 'url',
    label: 'Fallback URL',
    placeholder: 'https://example.com/others',
    hint: 'Used if no rule applies. Leave blank to use the link’s destination.',
    isWide: true,
  },
  use_fallback_when_dead: {
    group: 'rules',
    kind: 'flag',
    label: 'Use the fallback URL while the destination is broken',
    hint: 'Until checks find that the link’s destination works again.',
  },
  schedules: { group: 'schedules', kind: 'schedules', standard: '[]', isWide: true },
  og_title: { group: 'card', kind: 'card', label: 'Title', isWide: true },
  og_description: { group: 'card', kind: 'card', label: 'Description', isWide: true },
  og_image_url: {
    group: 'card',
    kind: 'card',
    label: 'Image URL',
    placeholder: 'https://example.com/card.png',
    isWide: true,
  },
  redirect_type: { group: 'redirect', kind: 'number', standard: '302', isWide: true },
  tracking_enabled: {
    group: 'redirect',
    kind: 'flag',
    label: 'Track clicks',
    hint: 'When off, clicks are not counted.',
    standard: true,
  },
  forward_query: {
    group: 'redirect',
    kind: 'flag',
    label: 'Forward query parameters',
    hint: 'Adds the query parameters of each visit to the destination. Existing ones keep their values, except UTM.',
    standard: true,
  },
  indexing: {
    group: 'redirect',
    kind: 'flag',
    label: 'Search engine indexing',
    hint: 'When off, redirects send “X-Robots-Tag: noindex”.',
    standard: true,
  },
  archived: {
    group: 'about',
    kind: 'flag',
    label: 'Archived',
    hint: 'Hides the link from lists. It keeps redirecting.',
    only: 'edit',
    bulk: {
      on: {
        name: 'Archive',
        Icon: Archive,
        about: 'Hidden from lists. Visitors are still redirected, and clicks are counted.',
        done: 'archived',
      },
      off: { name: 'Unarchive', Icon: ArchiveRestore, about: 'Shown in lists again.', done: 'unarchived' },
    },
  },
  is_active: {
    group: 'redirect',
    kind: 'flag',
    label: 'Enabled',
    hint: 'When off, visitors see a “not found” page. Clicks are kept.',
    standard: true,
    only: 'edit',
    bulk: {
      on: { name: 'Enable', Icon: Play, about: 'Visitors are redirected again.', done: 'enabled' },
      off: {
        name: 'Disable',
        Icon: Pause,
        about: 'Visitors see a “not found” page. Clicks are kept.',
        done: 'disabled',
      },
    },
  },
  code_length: {
    group: 'code',
    kind: 'number',
    label: 'Slug length',
    placeholder: '7',
    hint: 'Length of a generated slug: 4 to 12 characters.',
    least: 4,
  },
  find_if_exists: {
    group: 'code',
    kind: 'flag',
    label: 'Reuse an existing link',
    hint: 'Uses an existing link if it has the same destination and options.',
  },
  generate_qr: {
    group: 'code',
    kind: 'flag',
    label: 'Create a QR code',
    hint: 'Clicks on the link count as scans of the code.',
  },
} as const satisfies Record<string, FormField>

type Fields = typeof formFields
export type FieldName = keyof Fields
export type Flag = { [Name in FieldName]: Fields[Name]['kind'] extends 'flag' ? Name : never }[FieldName]
export type TextField = Exclude<FieldName, Flag>

export const fieldNames = Object.keys(formFields) as FieldName[]
export const formField = (name: FieldName): FormField => formFields[name]
export const isFlag = (name: FieldName): name is Flag => formField(name).kind === 'flag'

export const fieldsOf = (group: GroupName): FieldName[] => fieldNames.filter((name) => formField(name).group === group)

/** A change of a flag on many links. */
export interface FlagChange extends BulkButton {
  field: Flag
  value: boolean
}

/** The flag changes that apply to any of these links: both directions if they differ. */
export const flagChangesFor = (links: readonly Partial<Record<Flag, boolean>>[]): FlagChange[] =>
  fieldNames.filter(isFlag).flatMap((field) => {
    const { bulk } = formField(field)
    if (bulk === undefined) return []
    return [true, false]
      .filter((value) => links.some((link) => link[field] === !value))
      .map((value) => ({ field, value, ...(value ? bulk.on : bulk.off) }))
  })
