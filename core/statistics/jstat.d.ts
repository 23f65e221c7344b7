/** The part of jstat 1.9 that the tests compare results with. It has no types. */
declare module 'jstat' {
  const jstat: {
    erfc(x: number): number
    normal: {
      cdf(x: number, mean: number, deviation: number): number
      inv(p: number, mean: number, deviation: number): number
    }
    chisquare: { cdf(x: number, degrees: number): number }
  }
  export default jstat
}
