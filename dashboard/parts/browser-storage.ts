/** Storage may be blocked or full. What it would hold is then lost when the page is closed. */
function storageOf(find: () => Storage) {
  function attempt<Result>(access: (storage: Storage) => Result): Result | null {
    try {
      return access(find())
    } catch {
      return null
    }
  }
  return {
    getItem: (name: string): string | null => attempt((storage) => storage.getItem(name)),
    setItem: (name: string, value: string): void => void attempt((storage) => storage.setItem(name, value)),
    removeItem: (name: string): void => void attempt((storage) => storage.removeItem(name)),
  }
}

export const browserStorage = storageOf(() => localStorage)

/** Survives a reload, but belongs to one tab and ends with it. */
export const tabStorage = storageOf(() => sessionStorage)
