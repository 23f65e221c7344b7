/** No space is left (ENOSPC), or this user may not use more of it (EDQUOT). */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Lines of this process that do not fit on the disk are dropped. Without this, they end the process. */
export function dropOutputWhenFull(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error) => {
      if (!isFull(error)) throw error
    })
  }
}

/** Does what can wait or be left out while the disk is full. Returns whether it was done. */
export function unlessFull(write: () => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    if (isFull(error)) return false
    throw error
  }
}
