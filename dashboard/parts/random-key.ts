/** Also works on pages without HTTPS, unlike crypto.randomUUID. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
