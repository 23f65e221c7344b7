import type { DestinationHealth, DestinationProblem } from '#schemas/destination-health.ts'
import { dayMs, fullMoment } from '../format/days.ts'

const problems: Record<DestinationProblem, string> = {
  not_found: 'The destination does not exist',
  server_error: 'The destination returns an error',
  redirect_loop: 'The destination redirects more than ten times',
  no_such_host: 'The domain of the destination does not exist',
  refused: 'The server of the destination refuses connections',
  certificate: 'The TLS certificate of the destination is not valid',
  unreachable: 'The destination does not respond',
}

/** Certificates are usually renewed 30 days before they expire. */
const soonMs = 14 * dayMs
/** A change of the title is shown for this long. */
const newsMs = 14 * dayMs

/** The problem or the latest change of the destination of a link. null if there is none. */
export function describeHealth(health: DestinationHealth | null, now: number): string | null {
  if (health === null) return null
  const { problem, status_code, failing_since, certificate_expires_at, title, previous_title, title_changed_at } =
    health
  if (problem !== null) {
    const status = status_code === null ? '' : ` (status ${status_code})`
    const since = failing_since === null ? '' : ` since ${fullMoment(new Date(failing_since))}`
    return `${problems[problem]}${status}${since}.`
  }
  if (certificate_expires_at !== null && Date.parse(certificate_expires_at) - now < soonMs) {
    return `The TLS certificate of the destination expires on ${fullMoment(new Date(certificate_expires_at))}.`
  }
  if (title_changed_at !== null && now - Date.parse(title_changed_at) < newsMs) {
    return `The title of the destination changed from “${previous_title}” to “${title}” on ${fullMoment(new Date(title_changed_at))}.`
  }
  return null
}
