export const homeDays = 30
export const shownClicks = 6
