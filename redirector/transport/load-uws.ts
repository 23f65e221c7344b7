type UWebSockets = typeof import('uWebSockets.js')

interface Hidden {
  /** 'silent' leaves out the header that names the server and its version. Not in the types of the library. */
  _cfg(key: 'silent'): void
}

/** As in node:http. The library reads it when it is loaded; its standard, 4 KB, is less than the cookies of some sites. */
const longestHead = 16 * 1024

/** Loaded on demand, because its native part does not load everywhere and then reports a misleading error. */
export async function importUws(): Promise<UWebSockets> {
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(longestHead)
  const { default: uws } = (await import('uWebSockets.js')) as unknown as { default: UWebSockets & Hidden }
  uws._cfg('silent')
  return uws
}
