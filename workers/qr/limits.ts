import sharp from 'sharp'

/** Images are this process's least urgent work: one at a time, so that click batches wait for one image at most. */
export const rendersAtOnce = 1
/** Threads of libvips per image. */
const threads = 1

/** Applies to the whole process. */
export function boundImageWork(): void {
  sharp.concurrency(threads)
  // Results are cached as a whole, so nothing is drawn twice.
  sharp.cache(false)
}
