/** What happened, as it is kept until it is sent. */
export interface EventMessage {
  /** A UUID; the event goes by eventId of it. */
  id: string
  type: string
  created_at: Date
  data: unknown
}

export const eventId = (messageId: string): string => `evt_${messageId.replaceAll('-', '')}`

/** The body of every attempt: always the same, byte by byte. */
export const writeEvent = ({ id, type, created_at, data }: EventMessage): string =>
  JSON.stringify({ id: eventId(id), type, created_at: created_at.toISOString(), api_version: 'v1', data })

/**
 * The message of a click has its id, which every retry of its batch arrives at. As a scan it is another event: the
 * version tells them apart, 7 being the click's own.
 */
export const scanMessageId = (clickId: string): string => `${clickId.slice(0, 14)}8${clickId.slice(15)}`
