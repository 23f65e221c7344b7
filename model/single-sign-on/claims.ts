import { userEmail } from '#schemas/accounts.ts'

/** Limit of OpenID Connect Core 1.0, section 2. */
const longestSubject = 255

/** A user, as a provider describes them. */
export interface Claims {
  issuer: string
  subject: string
  /** null: not given, or not an email address. */
  email: string | null
  /** The provider has verified that the email address belongs to the user. */
  is_verified: boolean
  /** When the user entered their credentials, in seconds; null: not given. */
  signed_in_at: number | null
}

interface GivenClaims {
  iss: string
  sub: string
  [name: string]: unknown
}

/** Throws if the subject cannot be stored. */
export function readClaims(given: GivenClaims): Claims {
  if (given.sub === '' || given.sub.length > longestSubject || given.sub.includes('\u0000'))
    throw new TypeError('the provider sent an invalid subject')
  const email = userEmail.safeParse(given['email'])
  const { auth_time } = given
  return {
    issuer: given.iss,
    subject: given.sub,
    email: email.success ? email.data : null,
    is_verified: isVerified(given),
    // Not later than now: Postgres has no date for a number that is far too large.
    signed_in_at: typeof auth_time === 'number' ? Math.min(auth_time, Date.now() / 1_000) : null,
  }
}

/** Some providers send a text. Microsoft Entra has another claim: the tenant has verified the domain of the email address. */
const isVerified = ({ email_verified, xms_edov }: GivenClaims): boolean =>
  email_verified === true || email_verified === 'true' || (email_verified === undefined && isYes(xms_edov))

const isYes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

/** Whether two texts are the same issuer. With or without the slash after the host, they are the same URL. */
export const isSameIssuer = (one: string, other: string): boolean => new URL(one).href === new URL(other).href
