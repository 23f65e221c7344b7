/** Seconds since 1970 have at most this many digits until the year 2286; more are milliseconds. */
const digitsOfSeconds = 10
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(9999, 11, 31)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** The names of time zones in RFC 2822. Other ones mean several time zones. */
const zones: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UTC: 'Z', GMT: 'Z', EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00' },
  ...{ MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00' },
}
const zone = `((?:UTC|GMT)?[+-]\\d\\d(?::?\\d\\d)?|${Object.keys(zones).join('|')})`

/** 2026-11-30, 2026-11-30 09:00:00, 2026-11-30T09:00:00.000Z, 2026-11-30 09:00:00 +0000, 2026-11-30 09:00:00.123456+00. */
const iso = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)(?:[ T](\\d\\d:\\d\\d)(:\\d\\d(?:\\.\\d+)?)?)?\\s*${zone}?$`, 'i')

/** 9:00, 09:00:00 GMT, 9:00 AM EST, 09:00:00.000 -05:00. */
const clock = new RegExp(
  `(?<![\\w:])(\\d?\\d):(\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)(?:\\s*([ap])m)?(?:\\s*${zone})?(?![\\w:])`,
  'i',
)

/** The time zone of a date in words without a time. */
const utcAtEnd = /(?<=\d)\s*(?:Z|UTC|GMT)$/i

/** A date of a file, in UTC unless it names a time zone. undefined for formats whose order of day and month is unclear. */
export function readDate(text: string): Date | undefined {
  const date = parseDate(text.trim())
  const time = date?.getTime() ?? Number.NaN
  return time >= earliest && time <= latest ? date : undefined
}

function parseDate(text: string): Date | undefined {
  if (/^\d{9,13}$/.test(text)) return new Date(Number(text) * (text.length <= digitsOfSeconds ? 1_000 : 1))
  const [, day, minutes = '00:00', seconds = '', name] = iso.exec(text) ?? []
  return day === undefined ? parseNamed(text) : new Date(`${day}T${minutes}${seconds}${offsetOf(name)}`)
}

/** Nov 30, 2026 or 30 Nov 2026, with a time or not: the name of the month leaves no doubt about the order. */
function parseNamed(text: string): Date | undefined {
  const [found = '', hour = '0', minutes = '00', half, name] = clock.exec(text) ?? []
  const day = findDay(found === '' ? text.replace(utcAtEnd, '') : text.replace(found, ' '))
  if (day === undefined) return undefined
  return new Date(`${day}T${hourOf(Number(hour), half)}:${minutes}${offsetOf(name)}`)
}

/** The ISO date of a day in words. undefined if there is any other word or number in it. */
function findDay(text: string): string | undefined {
  const parts = text.split(/[\s,-]+/).filter((part) => part !== '')
  const [weekday, ...others] = parts
  const rest = parts.length === 4 && weekdays.includes(beginningOf(weekday)) ? others : parts
  const month = rest.map((part) => months.indexOf(beginningOf(part))).find((index) => index !== -1)
  const day = rest.find((part) => /^\d?\d$/.test(part))
  const year = rest.find((part) => /^\d{4}$/.test(part))
  return rest.length === 3 && month !== undefined && day !== undefined && year !== undefined
    ? `${year}-${twoDigits(month + 1)}-${twoDigits(Number(day))}`
    : undefined
}

/** The first letters of a name, which may be written in full. */
const beginningOf = (part = ''): string => (/^[a-z]{3,9}$/i.test(part) ? part.slice(0, 3).toLowerCase() : '')

function hourOf(hour: number, half: string | undefined): string {
  if (half === undefined) return twoDigits(hour)
  const isPossible = hour >= 1 && hour <= 12
  return isPossible ? twoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) : 'none'
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** The zone as ISO 8601 has it. */
function offsetOf(name = 'Z'): string {
  const plain = name.toUpperCase().replace(/^(?:UTC|GMT)(?=[+-])/, '')
  return zones[plain] ?? plain.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
}
