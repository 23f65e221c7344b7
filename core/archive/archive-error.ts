/** The file is not an archive, or is damaged: a sentence for its owner. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export const notAnArchive = () =>
  new ArchiveError('The file is not an archive of Waymark. Choose the .tar.gz file that you exported.')

export const damaged = (what: string) =>
  new ArchiveError(`The archive is damaged: ${what}. Export the account again, or download the file again.`)
