/** A file that cannot be imported. Its message is a sentence for the owner of the import. */
export class FileError extends Error {
  override name = 'FileError'
}
