/** Storage may be blocked or full. Choices are then lost when the page is closed. */
function attempt<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(localStorage)
  } catch {
    return null
  }
}

export const browserStorage = {
  getItem: (name: string): string | null => attempt((storage) => storage.getItem(name)),
  setItem: (name: string, value: string): void => void attempt((storage) => storage.setItem(name, value)),
  removeItem: (name: string): void => void attempt((storage) => storage.removeItem(name)),
}
