/** Colors of tags; the first one is the default. */
export const tagColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type TagColor = (typeof tagColors)[number]
