import type { ContentType } from '#schemas/qr-choices.ts'

export interface ContentField {
  /** Path in the API, with dots. */
  name: string
  label: string
  type?: 'text' | 'url' | 'email' | 'tel' | 'number' | 'lines' | 'choice' | 'switch'
  placeholder?: string
  hint?: string
  isRequired?: boolean
  /** Fills half a row. */
  isHalf?: boolean
  choices?: Record<string, string>
}

const half = { isHalf: true } as const

export const contentForms: Record<ContentType, ContentField[]> = {
  url: [
    {
      name: 'url',
      label: 'URL',
      type: 'url',
      placeholder: 'https://example.com/menu',
      isRequired: true,
      hint: 'The page that opens when the code is scanned.',
    },
  ],
  text: [
    {
      name: 'text',
      label: 'Text',
      type: 'lines',
      placeholder: 'Table 12',
      isRequired: true,
      hint: 'Shown exactly as entered.',
    },
  ],
  wifi: [
    { name: 'ssid', label: 'Network name', placeholder: 'Guests', isRequired: true, ...half },
    {
      name: 'encryption',
      label: 'Encryption',
      type: 'choice',
      choices: { WPA: 'WPA, WPA2, WPA3', WEP: 'WEP', nopass: 'None' },
      ...half,
    },
    { name: 'password', label: 'Network password', placeholder: 'At least 8 characters', ...half },
    { name: 'hidden', label: 'Hidden network', type: 'switch', ...half },
  ],
  vcard: [
    { name: 'first_name', label: 'First name', placeholder: 'Ada', ...half },
    { name: 'last_name', label: 'Last name', placeholder: 'Lovelace', ...half },
    { name: 'organization', label: 'Organization', ...half },
    { name: 'title', label: 'Job title', ...half },
    { name: 'mobile', label: 'Mobile', type: 'tel', placeholder: '+44 7700 900123', ...half },
    { name: 'phone', label: 'Phone', type: 'tel', ...half },
    { name: 'email', label: 'Email', type: 'email', placeholder: 'ada@example.com', ...half },
    { name: 'website', label: 'Website', type: 'url', placeholder: 'https://example.com', ...half },
    { name: 'address.street', label: 'Street', ...half },
    { name: 'address.postcode', label: 'Postal code', ...half },
    { name: 'address.city', label: 'City', ...half },
    { name: 'address.region', label: 'State or region', ...half },
    { name: 'address.country', label: 'Country', ...half },
    { name: 'note', label: 'Note', type: 'lines' },
  ],
  email: [
    { name: 'to', label: 'To', type: 'email', placeholder: 'hello@example.com', isRequired: true },
    { name: 'subject', label: 'Subject' },
    { name: 'body', label: 'Message', type: 'lines' },
  ],
  phone: [{ name: 'phone', label: 'Phone number', type: 'tel', placeholder: '+44 20 7946 0000', isRequired: true }],
  sms: [
    { name: 'phone', label: 'Phone number', type: 'tel', placeholder: '+44 7700 900123', isRequired: true },
    { name: 'message', label: 'Message', type: 'lines', hint: 'Prefilled. Visitors can edit it before sending.' },
  ],
  location: [
    { name: 'latitude', label: 'Latitude', type: 'number', placeholder: '51.5072', isRequired: true, ...half },
    { name: 'longitude', label: 'Longitude', type: 'number', placeholder: '-0.1276', isRequired: true, ...half },
    { name: 'label', label: 'Label', placeholder: 'Our shop' },
  ],
}
