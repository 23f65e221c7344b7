import { asciiHost } from '#schemas/domains.ts'

/** The domain of an email address, as hosts are stored. '' if it is none. */
export const emailHost = (email: string): string => asciiHost(email.slice(email.lastIndexOf('@') + 1)) ?? ''
