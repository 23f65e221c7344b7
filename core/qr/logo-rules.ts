import type { ErrorCorrection } from '#schemas/qr-choices.ts'
import type { QrLogo, VisualSettings } from '#schemas/qr-settings.ts'

/** Largest logo as a part of the code's width. */
const logoCaps = { L: 0.12, M: 0.18, Q: 0.22, H: 0.3 } as const satisfies Record<ErrorCorrection, number>
/**
 * Limit of the codewords under a logo, as a part of all: the levels Q and H correct 25% and 30%. Lower limits (0.15, 0.2)
 * make codes denser: 34 instead of 23 of 160 designs could not be read at 140 pixels.
 */
const damageMost = { L: 0.04, M: 0.09, Q: 0.18, H: 0.24 } as const satisfies Record<ErrorCorrection, number>

const largestVersion = 40
/** Finders with their separators and the format information. */
const cornerModules = 9

type Levelled = Pick<VisualSettings, 'error_correction' | 'logo'>

/** A code with a logo has at least level Q, even if a lower level is requested. */
export function levelOf({ error_correction, logo }: Levelled): ErrorCorrection {
  return logo !== null && (error_correction === 'L' || error_correction === 'M') ? 'Q' : error_correction
}

/** The error if a logo is too large for the code's level. */
export function judgeLogo(settings: Levelled): string | undefined {
  if (settings.logo === null) return undefined
  const level = levelOf(settings)
  const most = logoCaps[level]
  if (settings.logo.size <= most) return undefined
  const larger = level === 'H' ? '' : `, or ${logoCaps.H} with error correction H`
  return `Must be at most ${most} with error correction ${level}${larger}.`
}

/** The smallest version in which the logo with its padding leaves enough of the code. Larger versions have more modules. */
export function leastVersionFor(settings: Levelled): number {
  const { logo } = settings
  if (logo === null) return 1
  const level = levelOf(settings)
  for (let version = 1; version < largestVersion; version++) {
    if (leavesEnough(version, level, logo)) return version
  }
  return largestVersion
}

function leavesEnough(version: number, level: ErrorCorrection, logo: QrLogo): boolean {
  const modules = modulesOf(version)
  const side = clearedSide(modules, logo)
  if (side > modules - 2 * cornerModules) return false
  // A codeword is two modules wide and four high.
  const damaged = (side / 2 + 1) * (side / 4 + 1)
  return damaged <= damageMost[level] * codewordsOf(version)
}

const modulesOf = (version: number) => 17 + 4 * version

/** Modules in a row that the logo and its padding touch. */
function clearedSide(modules: number, { size, padding }: QrLogo): number {
  const from = Math.floor(modules / 2 - (modules * size) / 2 - padding)
  return modules - 2 * from
}

/** Codewords of a version: modules without finders, alignment, timing, format, and version information. */
function codewordsOf(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const aligned = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55
  return Math.floor(((16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0)) / 8)
}
