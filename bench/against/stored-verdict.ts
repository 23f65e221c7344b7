interface Counts {
  /** Visits that were sent. */
  sent: number
  /** Visits that were redirected: each is stored once. */
  answered: number
  /** Clicks that are stored. */
  stored: number
}

/** A visit that was sent but not redirected may be stored, so its click cannot be missing. */
export function storedVerdict({ sent, answered, stored }: Counts): { isSound: boolean; text: string } {
  const counts = `${sent} visits sent, ${answered} answered, ${stored} stored.`
  if (stored < answered) return { isSound: false, text: `NOT all stored: ${counts}` }
  if (stored > sent) return { isSound: false, text: `Stored MORE THAN ONCE: ${counts}` }
  if (sent === answered) return { isSound: true, text: `All stored: ${counts}` }
  const unknown = `It is unknown which of the ${sent - answered} visits without a redirect are stored.`
  return { isSound: true, text: `No loss found: ${counts} ${unknown}` }
}
