import { type FieldError, readSentence, sentenceAbout } from '#core/sentence-about.ts'

interface FailureFacts {
  status: number
  code: string
  requestId: string | null
  details?: unknown
}

const unknownFacts: FailureFacts = { status: 0, code: 'UNKNOWN', requestId: null }

/** An error with a message for the user. Status 0: there was no response. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly details: unknown

  constructor(message: string, { status, code, requestId, details } = unknownFacts) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
  }
}

/** What was asked for does not exist, or was deleted by someone else. Not any 404: a proxy may respond with one. */
export const isMissing = (error: unknown): boolean => error instanceof Failure && error.code === 'NOT_FOUND'

/** Names of fields in forms, where they differ from the names in the API. */
const labels = new Map(
  Object.entries({
    alias: 'Slug',
    android_url: 'Android destination',
    code_length: 'Slug length',
    content: 'File',
    content_data: 'Content',
    custom_alias: 'Slug',
    dot_scale: 'Dot size',
    error_correction: 'Error correction',
    expired_url: 'Redirect after expiration',
    expires_at: 'Expiration date',
    fallback_url: 'Fallback URL',
    external_id: 'External ID',
    eye_ball_color: 'Eye center color',
    eye_frame_color: 'Eye color',
    first_name: 'First name',
    foreground_color: 'Color',
    ios_url: 'iOS destination',
    last_name: 'Last name',
    max_clicks: 'Click limit',
    min_sample_size: 'Minimum sample size',
    original_url: 'Destination',
    primary_url_id: 'Link',
    qr_code_id: 'QR code',
    root_redirect_url: 'Root URL',
    schedules: 'Scheduled changes',
    short_code: 'Slug',
    ssid: 'Network name',
    starts_at: 'Start date',
    end_date: 'End date',
    start_date: 'Start date',
    tracking_enabled: 'Click tracking',
    use_fallback_when_dead: 'Fallback while broken',
    current_password: 'Current password',
    new_password: 'New password',
    is_active: 'Enabled',
    events: 'Events',
    url: 'URL',
  }),
)

/** What a form finds wrong before it is sent. */
export const invalid = (errors: FieldError[]): Failure =>
  new Failure(errors.map(({ message }) => message).join(' '), {
    status: 422,
    code: 'VALIDATION_ERROR',
    requestId: null,
    details: { errors },
  })

/** Members of the details of a conflict, with the field that has the taken value. */
const takenFields: Record<string, string> = {
  alias: 'custom_alias',
  domain: 'domain',
  email: 'email',
  subdomain: 'subdomain',
}

export function fieldErrors(failure: unknown): FieldError[] {
  if (!(failure instanceof Failure)) return []
  // Some refusals have a word.
  const details = (typeof failure.details === 'object' ? (failure.details ?? {}) : {}) as { errors?: FieldError[] }
  if (failure.code === 'CONFLICT') {
    const taken = Object.keys(takenFields).filter((name) => name in details)
    return taken.map((name) => ({ field: takenFields[name] ?? name, message: failure.message }))
  }
  // The details of a 400 are sentences.
  const first = failure.status === 400 ? readSentence(failure.message) : undefined
  return (details.errors ?? (first === undefined ? [] : [first])).map(describeItem)
}

/** An error in a list, such as `tags.1`, belongs to the field of the list. */
function describeItem({ field, message }: FieldError): FieldError {
  const [, list = field, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  return { field: list, message: index === undefined ? message : `Item ${Number(index) + 1}: ${message}` }
}

/** The sentence to show at a field of a form. */
export const fieldError = (failure: unknown, field: string) => errorAt(fieldErrors(failure), field)

export const errorAt = (errors: readonly FieldError[], field: string): string | undefined =>
  errors.filter((error) => error.field === field).map(({ message }) => inWords(message))[0]

/** The sentence to show anywhere else. */
export const sentenceOf = (error: FieldError): string => inWords(sentenceAbout(error))

/** Why something failed, in a sentence. Errors of libraries and the browser are not meant for users. */
export const messageOf = (error: unknown): string =>
  error instanceof Failure ? inWords(error.message) : 'Something went wrong. Reload the page and try again.'

/** The API names of fields in a message: in backticks, or as words with underscores that are not part of a URL. */
const apiNames = /`(?:\w+\.)*([A-Za-z]\w*)(?:\.\d+)?`|(?<![\w/.])([a-z]+(?:_[a-z]+)+)(?![\w/.]\w)/g

/** The other fields that a message is about, each as the API names that it may have: "Must be after the start date." */
export function fieldsIn(message: string): string[][] {
  const named = [...message.matchAll(apiNames)].map(([, quoted, bare]) => [quoted ?? bare ?? ''])
  // Labels of one word are too common: "Enter a full URL."
  const found = [...new Set(labels.values())].filter(
    (label) => label.includes(' ') && message.includes(uncapitalized(label)),
  )
  return [...named, ...found.map((label) => [...labels.keys()].filter((name) => labels.get(name) === label))]
}

/**
 * Replaces API names of fields with their labels, and API terms with those of the dashboard. A message may begin with any
 * field, as in "`max_clicks` is required." Other words in backticks may be from the user.
 */
const inWords = (text: string): string =>
  withoutApiTerms(
    text
      // The dashboard cannot do the first, and does the second without the user.
      .replace(' First delete the code with keep_short_url=true.', '')
      .replace(' with this Idempotency-Key', '')
      .replace(apiNames, (found, quoted?: string, bare?: string, at?: number) => {
        const name = quoted ?? bare ?? ''
        if (at === 0) return labelOf(name)
        return bare !== undefined || labels.has(name) ? uncapitalized(labelOf(name)) : found
      }),
  )

/** Replaces API terms with those of the dashboard, as in the actions of the audit log. */
export const withoutApiTerms = (text: string): string =>
  text
    .replace(/\bshort URL/g, 'link')
    .replace(/\bShort URL/g, 'Link')
    .replace(/\balias is\b/g, 'slug is')

const uncapitalized = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label

/** The name of a field in forms. */
export function labelOf(name: string): string {
  const words = name.replace(/_id$/, '').replace(/_url$/, ' URL').replace(/^utm_/, 'UTM ').replaceAll('_', ' ')
  return labels.get(name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
