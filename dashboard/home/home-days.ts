export const homeDays = 30
/** Of the latest clicks. */
export const shownClicks = 6
