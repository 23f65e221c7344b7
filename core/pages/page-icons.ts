/** Outlines on a grid of 24 x 24, drawn in the color of the text around them. */
const shapes = {
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3 2"/>',
  ended: '<circle cx="12" cy="12" r="8.5"/><path d="M8 12h8"/>',
  stop: '<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z"/><path d="M12 8v5M12 16v.2"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  link: '<path d="M10 14 20 4M13 4h7v7"/><path d="M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5"/>',
  alert: '<path d="M12 4 2.8 19.5h18.4z"/><path d="M12 10v4M12 17v.2"/>',
  text: '<path d="M5 7h14M5 12h14M5 17h8"/>',
  wifi: '<path d="M3 9.5a13 13 0 0 1 18 0M6.2 13a8.5 8.5 0 0 1 11.6 0M9.3 16.4a4 4 0 0 1 5.4 0M12 19.8v.1"/>',
  person: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20a7.5 7.5 0 0 1 15 0"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3.5 7 8.5 6 8.5-6"/>',
  phone:
    '<path d="M5 4h4l1.6 4.6-2.3 1.6a12 12 0 0 0 5.5 5.5l1.6-2.3L20 15v4a1.6 1.6 0 0 1-1.8 1.6A15.6 15.6 0 0 1 3.4 5.8 1.6 1.6 0 0 1 5 4z"/>',
  app: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18h2"/>',
  message: '<path d="M4 5h16v11H9.5L5 20v-4H4z"/>',
  place: '<path d="M12 21s7-6.2 7-11.4A7 7 0 0 0 5 9.6C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.8" r="2.4"/>',
} as const
export type PageIcon = keyof typeof shapes

export const drawIcon = (icon: PageIcon) =>
  `<svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes[icon]}</svg>`
