/** A text as Postgres can store it, also in JSON: without U+0000 and without halves of characters. */
export const storable = (text: string): string => text.replace(/[\p{Surrogate}\0]/gu, '')
