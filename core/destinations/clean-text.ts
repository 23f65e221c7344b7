const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
}

/** Replaces the character references of HTML: numbers, and the names that titles use. Others stay as they are. */
export const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name as string] ?? whole
    return characterOf(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal))
  })

const characterOf = (code: number): string =>
  code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\ufffd' : String.fromCodePoint(code)

/** One line of visible text of at most `most` characters; null if nothing is left. */
export function cleanText(text: string, most: number): string | null {
  // Characters that are invisible or change the direction of the text around them can disguise it.
  const plain = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu, '')
    .trim()
  if (plain.length <= most) return plain === '' ? null : plain
  // The cut can divide a character of two units.
  return `${plain.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…`
}
