/** sRGB colors as #RRGGBB and their contrast (WCAG 2.2). */

type Rgb = readonly [number, number, number]

/** Contrast from 1 (the same) to 21 (black and white). */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function luminance(color: string): number {
  const [red, green, blue] = readColor(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Mixes colors as browsers, librsvg, and PDF readers mix the stops of a gradient: each component in sRGB. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [readColor(from), readColor(to)]
  const parts = a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * part))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

function readColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
