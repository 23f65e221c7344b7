export const homeDays = 30
