import { Contact, Link, type LucideIcon, Mail, MapPin, MessageSquare, Phone, Type, Wifi } from 'lucide-react'
import type { ContentType } from '#schemas/qr-choices.ts'
import type { QrContent } from '#schemas/qr-content.ts'
import { bareUrl } from '../format/urls.ts'

export const kindIcons: Record<ContentType, LucideIcon> = {
  url: Link,
  text: Type,
  wifi: Wifi,
  vcard: Contact,
  email: Mail,
  phone: Phone,
  sms: MessageSquare,
  location: MapPin,
}

/** The API guarantees that the type and the data match. */
export const contentOf = (code: { content_type: ContentType; content_data: unknown }) =>
  ({ content_type: code.content_type, content_data: code.content_data }) as QrContent

/** The content in one line. */
export function summarize({ content_type, content_data }: QrContent): string {
  switch (content_type) {
    case 'url':
      return bareUrl(content_data.url)
    case 'text':
      return content_data.text
    case 'wifi':
      return content_data.ssid
    case 'vcard':
      return (
        [content_data.first_name, content_data.last_name].filter(Boolean).join(' ') || (content_data.organization ?? '')
      )
    case 'email':
      return content_data.to
    case 'phone':
    case 'sms':
      return content_data.phone
    case 'location':
      return content_data.label || `${content_data.latitude}, ${content_data.longitude}`
  }
}

export const untitled = 'Untitled QR code'
