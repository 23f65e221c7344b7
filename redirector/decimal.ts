/** Two halves of 32 bits as one decimal number, by long division: BigInt would cost ten times this. */
export function decimal(high: number, low: number): string {
  const billion = 1e9
  let rest = (high % billion) * 65_536 + (low >>> 16)
  const middle = Math.floor(rest / billion)
  rest = (rest % billion) * 65_536 + (low & 65_535)
  const quotient = Math.floor(high / billion) * 4_294_967_296 + middle * 65_536 + Math.floor(rest / billion)
  const end = String(rest % billion)
  return quotient === 0 ? end : quotient + end.padStart(9, '0')
}
