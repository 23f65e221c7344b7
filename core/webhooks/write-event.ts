/** An event as it is stored until it is sent. */
export interface EventMessage {
  /** A UUID, from which eventId derives the id of the event. */
  id: string
  type: string
  created_at: Date
  data: unknown
}

export const eventId = (messageId: string): string => `evt_${messageId.replaceAll('-', '')}`

/** The body of every attempt, always identical byte for byte. */
export const writeEvent = ({ id, type, created_at, data }: EventMessage): string =>
  JSON.stringify({ id: eventId(id), type, created_at: created_at.toISOString(), api_version: 'v1', data })

/**
 * The message of a click has the id of the click, so that every retry of its batch gets the same. A scan is a separate event
 * with version 8 instead of 7 in its id.
 */
export const scanMessageId = (clickId: string): string => `${clickId.slice(0, 14)}8${clickId.slice(15)}`
