const kib = 1024

/** Largest request body in bytes, by content. */
export const bodyLimits = {
  /** The default: 1,000 UUIDs take 39 KB. */
  usual: 64 * kib,
  /** A link with 5 URLs or an A/B test with 11, each of 8 KiB, and every other text at its maximum length and escaped. */
  destinations: 192 * kib,
  /** A logo of 1 MiB in base64, broken into lines. */
  upload: 1536 * kib,
  /** 1,000 links. */
  bulk: 4096 * kib,
}

export type BodyLimit = keyof typeof bodyLimits
