/** An SVG as an image URL. Images run no scripts, load nothing, and do not style the page. */
export const asImage = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
