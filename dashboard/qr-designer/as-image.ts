/** As a URL of an image: what an image holds can neither run nor load anything, and no style gets into the page. */
export const asImage = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
