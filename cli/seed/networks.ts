interface Network {
  /** Same format as in the redirector: the first address of a /24 or /48. */
  ip_prefix: string
  /** The most common Accept-Language there. */
  language: string
  weight: number
}

/** Per country: share of visitors in thousandths, language, and networks in several cities (DB-IP, June 2026). */
const countries: [share: number, language: string, prefixes: string][] = [
  [
    260,
    'en-US,en;q=0.9',
    '12.194.62.0 153.105.150.0 34.82.101.0 156.151.82.0 204.177.218.0 9.138.25.0 129.172.223.0 184.167.214.0',
  ],
  [170, 'de-DE,de;q=0.9,en;q=0.7', '53.242.215.0 57.110.223.0 91.53.189.0 3.118.91.0 178.202.238.0 2003:e1:bf20::'],
  [110, 'en-GB,en;q=0.9', '148.185.218.0 84.22.170.0 2.124.77.0 83.98.127.0'],
  [80, 'fr-FR,fr;q=0.9,en;q=0.6', '79.91.125.0 87.100.101.0 151.127.121.0 88.141.233.0'],
  [70, 'en-IN,en;q=0.9,hi;q=0.6', '171.59.230.0 122.173.122.0 42.108.72.0 103.69.223.0'],
  [45, 'pt-BR,pt;q=0.9', '189.115.178.0 177.134.174.0 179.82.89.0'],
  [40, 'en-CA,en;q=0.9,fr;q=0.5', '174.2.122.0 142.208.10.0 24.201.53.0'],
  [35, 'es-ES,es;q=0.9', '80.39.252.0 213.97.216.0 83.38.164.0'],
  [35, 'it-IT,it;q=0.9', '87.5.204.0 78.6.126.0 82.50.226.0'],
  [25, 'nl-NL,nl;q=0.9,en;q=0.8', '178.84.171.0 94.209.210.0'],
  [20, 'de-CH,de;q=0.9,fr;q=0.6', '83.150.2.0 161.62.37.0'],
  [20, 'de-AT,de;q=0.9', '91.119.255.0 143.50.159.0'],
  [20, 'pl-PL,pl;q=0.9', '153.19.230.0 83.2.33.0'],
  [20, 'en-AU,en;q=0.9', '101.179.44.0 165.228.55.0 104.28.28.0'],
  [15, 'ja-JP,ja;q=0.9', '125.205.70.0 153.142.71.0 117.55.58.0'],
  [12, 'es-MX,es;q=0.9', '201.109.225.0 177.226.157.0'],
  [10, 'sv-SE,sv;q=0.9,en;q=0.8', '193.45.161.0 4.166.78.0'],
  [5, 'en-ZA,en;q=0.9', '105.229.183.0'],
  [4, 'en-NG,en;q=0.9', '105.117.13.0'],
  [4, 'ko-KR,ko;q=0.9', '211.222.205.0'],
]

export const networks: readonly Network[] = countries.flatMap(([share, language, prefixes]) => {
  const all = prefixes.split(' ')
  // The first city of a country has as many visitors as all others together.
  return all.map((ip_prefix, at) => ({
    ip_prefix,
    language,
    weight: all.length === 1 ? share : share / 2 / (at === 0 ? 1 : all.length - 1),
  }))
})
