import { domainToUnicode } from 'node:url'

/**
 * Characters that look like Latin ones: of Cyrillic, Greek, Armenian and Latin itself, and digits. Accents are removed before.
 * Lower case, because hosts are.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьЬƅ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽ℮',
  f: 'ғƒ',
  g: 'ɡցǥ',
  h: 'һհ',
  i: 'іıιɩӏ1lǀ|',
  j: 'јϳ',
  k: 'кκқҝ',
  m: 'мⅿ',
  n: 'пηռո',
  o: 'оοօ0өθσ',
  p: 'рρҏ',
  q: 'ԛզ',
  r: 'гᴦɾ',
  s: 'ѕʂꜱ5',
  t: 'тτƭ',
  u: 'υսцᴜʋ',
  v: 'ѵνᴠ',
  w: 'ѡԝωшա',
  x: 'хχҳ×',
  y: 'уүγʏყ',
  z: 'ʐᴢ',
}
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    Array.from(others, (other): [string, string] => [other, latin]),
  ),
)
/** Pairs of letters that look like one. */
const pairs: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** The same text for names that look alike. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const latin = Array.from(plain, (character) => latinOf.get(character) ?? character).join('')
  return pairs.reduce((text, [pair, one]) => text.replace(pair, one), latin)
}

/** The protected name that a host imitates. */
export const findImitated = (names: readonly string[], host: string): string | undefined =>
  names.length === 0 ? undefined : new LookAlikes(names).find(host)

interface Protected {
  labels: string[]
  skeletons: string[]
}

/** Finds hosts that look like protected names: `bank` is each label, and `bank.example` the end of a host. */
export class LookAlikes {
  readonly #names: Protected[]

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => {
      const labels = domainToUnicode(name).split('.')
      return { labels, skeletons: labels.map(skeletonOf) }
    })
  }

  /** The protected name that the host imitates. Undefined for the name itself. */
  find(host: string): string | undefined {
    const labels = domainToUnicode(host).split('.')
    const skeletons = labels.map(skeletonOf)
    return this.#names.find((name) => imitates(labels, skeletons, name))?.labels.join('.')
  }
}

function imitates(labels: string[], skeletons: string[], name: Protected): boolean {
  const first = name.labels.length === 1 ? 0 : Math.max(0, labels.length - name.labels.length)
  const isAt = (parts: string[], wanted: string[], start: number) =>
    wanted.every((part, index) => parts[start + index] === part)
  for (let start = first; start + name.labels.length <= labels.length; start++) {
    if (isAt(skeletons, name.skeletons, start) && !isAt(labels, name.labels, start)) return true
  }
  return false
}
