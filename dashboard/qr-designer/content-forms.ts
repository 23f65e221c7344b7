import type { ContentType } from '#schemas/qr-choices.ts'

/** What a field of a content is called, and how it is typed. */
export interface ContentField {
  /** As the interface names it; a dot leads into a part. */
  name: string
  label: string
  type?: 'text' | 'url' | 'email' | 'tel' | 'number' | 'password' | 'lines' | 'choice' | 'switch'
  placeholder?: string
  hint?: string
  isRequired?: boolean
  /** Shares its row. */
  isHalf?: boolean
  choices?: Record<string, string>
  autoComplete?: string
}

const half = { isHalf: true } as const

/** The eight forms, field by field. Those with spaces at their ends keep them: see draft.ts. */
export const contentForms: Record<ContentType, ContentField[]> = {
  url: [
    {
      name: 'url',
      label: 'Address',
      type: 'url',
      placeholder: 'https://example.com/menu',
      isRequired: true,
      hint: 'The page that opens when the code is scanned.',
    },
  ],
  text: [
    { name: 'text', label: 'Text', type: 'lines', placeholder: 'Table 12', isRequired: true, hint: 'Shown as it is.' },
  ],
  wifi: [
    { name: 'ssid', label: 'Network', placeholder: 'Guests', isRequired: true, ...half },
    {
      name: 'encryption',
      label: 'Security',
      type: 'choice',
      choices: { WPA: 'WPA, WPA2, WPA3', WEP: 'WEP', nopass: 'None' },
      ...half,
    },
    { name: 'password', label: 'Network password', placeholder: 'At least 8 characters', ...half },
    { name: 'hidden', label: 'The network is hidden', type: 'switch', ...half },
  ],
  vcard: [
    { name: 'first_name', label: 'First name', placeholder: 'Ada', ...half },
    { name: 'last_name', label: 'Last name', placeholder: 'Lovelace', ...half },
    { name: 'organization', label: 'Organization', ...half },
    { name: 'title', label: 'Job title', ...half },
    { name: 'mobile', label: 'Mobile', type: 'tel', placeholder: '+44 7700 900123', ...half },
    { name: 'phone', label: 'Phone', type: 'tel', ...half },
    { name: 'email', label: 'E-mail', type: 'email', placeholder: 'ada@example.com', ...half },
    { name: 'website', label: 'Website', type: 'url', placeholder: 'https://example.com', ...half },
    { name: 'address.street', label: 'Street', ...half },
    { name: 'address.postcode', label: 'Postcode', ...half },
    { name: 'address.city', label: 'City', ...half },
    { name: 'address.region', label: 'Region', ...half },
    { name: 'address.country', label: 'Country', ...half },
    { name: 'note', label: 'Note', type: 'lines' },
  ],
  email: [
    { name: 'to', label: 'To', type: 'email', placeholder: 'hello@example.com', isRequired: true },
    { name: 'subject', label: 'Subject' },
    { name: 'body', label: 'Message', type: 'lines' },
  ],
  phone: [{ name: 'phone', label: 'Number', type: 'tel', placeholder: '+44 20 7946 0000', isRequired: true }],
  sms: [
    { name: 'phone', label: 'Number', type: 'tel', placeholder: '+44 7700 900123', isRequired: true },
    { name: 'message', label: 'Message', type: 'lines', hint: 'Stands in the message until it is changed.' },
  ],
  location: [
    { name: 'latitude', label: 'Latitude', type: 'number', placeholder: '51.5072', isRequired: true, ...half },
    { name: 'longitude', label: 'Longitude', type: 'number', placeholder: '-0.1276', isRequired: true, ...half },
    { name: 'label', label: 'Label', placeholder: 'Our shop' },
  ],
}
