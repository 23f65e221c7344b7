/** Call it before a request. Afterwards, the result tells whether the user is still on the same page. */
export function watchPage(): () => boolean {
  const page = location.pathname
  return () => location.pathname === page
}
