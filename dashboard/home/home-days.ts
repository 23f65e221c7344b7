export const homeDays = 30
export const shownClicks = 6
/** Rows of the lists on Home. */
export const homeRows = 6
