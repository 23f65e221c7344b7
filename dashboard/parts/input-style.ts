export const inputStyle =
  'h-9 w-full min-w-0 pointer-coarse:h-11 rounded-md border border-field bg-card px-3 text-text aria-invalid:border-bad'

/** Browsers add extra padding to a select. */
export const selectStyle = `${inputStyle} px-2!`
