const isAbsence = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The result of reading a file or folder; null if it does not exist. */
export async function ifThere<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read()
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

/** The same for synchronous reads. */
export function ifThereSync<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
