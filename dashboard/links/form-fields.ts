import { Archive, ArchiveRestore, type LucideIcon, Pause, Play } from 'lucide-react'

/** What most links do without, by what it is for. */
export const optionGroups = {
  about: { name: 'Name and notes' },
  tags: { name: 'Tags', isNamedByField: true },
  campaign: { name: 'Campaign', isNamedByField: true },
  utm: { name: 'UTM' },
  ends: { name: 'Expiry and limit' },
  password: { name: 'Password' },
  devices: { name: 'Devices' },
  card: { name: 'Social card' },
  redirect: { name: 'Redirect' },
  code: { name: 'Code', only: 'create' },
} as const satisfies Record<string, OptionGroup>

interface OptionGroup {
  name: string
  /** Its one field has the same name. */
  isNamedByField?: true
  /** Of a new link, or of one that exists; otherwise of both. */
  only?: 'create' | 'edit'
}

export type GroupName = keyof typeof optionGroups
export const optionGroup = (name: GroupName): OptionGroup => optionGroups[name]

/** Everything that the form knows of a field. Forms hold text and flags; '' is nothing. */
interface FormField {
  /** Fields without a group are always shown. */
  group?: GroupName
  /** What its text means, or that it is a flag. `card`: a member of `og`; `local`: the API has no such member. */
  kind: 'text' | 'url' | 'moment' | 'number' | 'tags' | 'card' | 'flag' | 'local'
  label?: string
  placeholder?: string
  hint?: string
  /** Takes a whole row. */
  isWide?: true
  least?: number
  /** What holds where nothing is said. */
  standard?: string | true
  only?: 'create' | 'edit'
  /** A flag that can be set on many links at once: the words of both buttons. */
  bulk?: { on: BulkButton; off: BulkButton }
}

interface BulkButton {
  name: string
  Icon: LucideIcon
  /** What happens then. */
  about: string
  /** Past tense, after the number of links. */
  done: string
}

const formFields = {
  url: { kind: 'url' },
  custom_alias: { kind: 'text' },
  /** A host, or `base`; '' is the one that is offered first. */
  domain: { kind: 'local' },
  name: { group: 'about', kind: 'text', label: 'Name', placeholder: 'Spring sale' },
  external_id: { group: 'about', kind: 'text', label: 'Your own id', placeholder: 'crm-4711' },
  description: {
    group: 'about',
    kind: 'text',
    label: 'Notes',
    placeholder: 'For yourself: visitors never see it',
    isWide: true,
  },
  tags: { group: 'tags', kind: 'tags', isWide: true },
  campaign_id: { group: 'campaign', kind: 'text', isWide: true },
  utm_source: { group: 'utm', kind: 'text', label: 'Source', placeholder: 'newsletter' },
  utm_medium: { group: 'utm', kind: 'text', label: 'Medium', placeholder: 'email' },
  utm_campaign: { group: 'utm', kind: 'text', label: 'UTM campaign', placeholder: 'spring-sale' },
  utm_term: { group: 'utm', kind: 'text', label: 'Term', placeholder: 'running shoes' },
  utm_content: { group: 'utm', kind: 'text', label: 'Content', placeholder: 'second button' },
  starts_at: { group: 'ends', kind: 'moment', label: 'Starts', hint: 'Before it nobody finds the link.' },
  expires_at: { group: 'ends', kind: 'moment', label: 'Expires' },
  max_clicks: { group: 'ends', kind: 'number', label: 'Most clicks', least: 1 },
  expired_url: {
    group: 'ends',
    kind: 'url',
    label: 'Afterwards leads to',
    placeholder: 'https://example.com/over',
    hint: 'Else a page says that it is over.',
  },
  password: { group: 'password', kind: 'text' },
  /** Removes the password that the link has. */
  drops_password: { group: 'password', kind: 'flag', only: 'edit' },
  ios_url: {
    group: 'devices',
    kind: 'url',
    label: 'iPhone and iPad',
    placeholder: 'https://apps.apple.com/…',
    hint: 'They go there instead.',
  },
  android_url: {
    group: 'devices',
    kind: 'url',
    label: 'Android',
    placeholder: 'https://play.google.com/…',
    hint: 'They go there instead.',
  },
  og_title: { group: 'card', kind: 'card', label: 'Title', isWide: true },
  og_description: { group: 'card', kind: 'card', label: 'Description', isWide: true },
  og_image_url: {
    group: 'card',
    kind: 'card',
    label: 'Picture',
    placeholder: 'https://example.com/card.png',
    isWide: true,
  },
  redirect_type: { group: 'redirect', kind: 'number', standard: '302', isWide: true },
  tracking_enabled: {
    group: 'redirect',
    kind: 'flag',
    label: 'Record clicks',
    hint: 'Otherwise nobody is counted.',
    standard: true,
  },
  forward_query: {
    group: 'redirect',
    kind: 'flag',
    label: 'Pass the query on',
    hint: 'What stands behind ? goes to the destination too.',
    standard: true,
  },
  indexing: {
    group: 'redirect',
    kind: 'flag',
    label: 'Search engine indexing',
    hint: 'When off, redirects carry “X-Robots-Tag: noindex”.',
    standard: true,
  },
  archived: {
    group: 'about',
    kind: 'flag',
    label: 'Archived',
    hint: 'Hidden from lists. The link keeps redirecting.',
    only: 'edit',
    bulk: {
      on: {
        name: 'Archive',
        Icon: Archive,
        about: 'Lists hide them. The links keep redirecting, and clicks are counted.',
        done: 'archived',
      },
      off: { name: 'Unarchive', Icon: ArchiveRestore, about: 'Lists show them again.', done: 'unarchived' },
    },
  },
  is_active: {
    group: 'redirect',
    kind: 'flag',
    label: 'Switched on',
    hint: 'Off, visitors do not find the link. Its clicks stay.',
    standard: true,
    only: 'edit',
    bulk: {
      on: { name: 'Enable', Icon: Play, about: 'The links redirect again.', done: 'enabled' },
      off: {
        name: 'Disable',
        Icon: Pause,
        about: 'Visitors get a “not found” page. Clicks are kept.',
        done: 'disabled',
      },
    },
  },
  code_length: {
    group: 'code',
    kind: 'number',
    label: 'Letters of a random code',
    placeholder: '7',
    hint: '4 to 12, without look-alikes.',
    least: 4,
  },
  find_if_exists: {
    group: 'code',
    kind: 'flag',
    label: 'Take a link that is there',
    hint: 'If one has the same destination and options, no second one is made.',
  },
  generate_qr: {
    group: 'code',
    kind: 'flag',
    label: 'Keep a QR code of it',
    hint: 'Visits of the link count as its scans.',
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

/** Setting a flag of many links, and the words for it. */
export interface FlagChange extends BulkButton {
  field: Flag
  value: boolean
}

/** What changes such a flag of any of these links: in both directions where they differ. */
export const flagChangesFor = (links: readonly Partial<Record<Flag, boolean>>[]): FlagChange[] =>
  fieldNames.filter(isFlag).flatMap((field) => {
    const { bulk } = formField(field)
    if (bulk === undefined) return []
    return [true, false]
      .filter((value) => links.some((link) => link[field] === !value))
      .map((value) => ({ field, value, ...(value ? bulk.on : bulk.off) }))
  })
