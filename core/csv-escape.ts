/** Texts that spreadsheets run as a formula begin with one of these. Exports put an apostrophe before them. */
const formula = String.raw`[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]`
const likeEscaped = new RegExp(`^'+${formula}`)
const risky = new RegExp(`^(?='*${formula})`)
const escaped = new RegExp(`^'(?='*${formula})`)

/** A text that begins like an escaped formula gets one more apostrophe, so that an import can tell them apart. */
export const keepApostrophe = (text: string): string => (likeEscaped.test(text) ? `'${text}` : text)

/** Both at once, for files that are written without a library. */
export const escapeFormula = (text: string): string => text.replace(risky, "'")

/** The text of a cell without the apostrophe of an export. */
export const withoutEscape = (cell: string): string => cell.replace(escaped, '')
