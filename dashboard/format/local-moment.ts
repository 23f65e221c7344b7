const minuteMs = 60_000

/** As an input of type datetime-local has it: the reader's time, without a zone. */
export function localMoment(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}
