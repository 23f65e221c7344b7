import sharp from 'sharp'

/** Images are the least urgent work of this process: one at a time, so that batches of clicks never wait for a second one. */
export const rendersAtOnce = 1
/** Of libvips, for one image. */
const threads = 1

/** Settings of libvips are the process's. */
export function boundImageWork(): void {
  sharp.concurrency(threads)
  // Nothing is drawn twice: results are cached as a whole.
  sharp.cache(false)
}
