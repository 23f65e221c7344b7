/**
 * What our children inherit. Settings are read by runtime/config.ts alone; here the environment only passes through, since a child
 * given any `env` inherits nothing else.
 */
export function inherited(): NodeJS.ProcessEnv {
  return process.env
}

/** For programs that are not ours: no PG*, LC_* or TZ of the person at the terminal changes what they do. */
export function plain(): NodeJS.ProcessEnv {
  const { PATH } = inherited()
  return { PATH, LC_ALL: 'C', TZ: 'UTC' }
}
