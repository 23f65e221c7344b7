import { createHash, createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { ifThereSync } from './if-there.ts'
import { type SealedThing, seal, unseal } from './seal.ts'

const keyBytes = 32
const idLength = 8
/** Start of an encrypted text. The id of its key and the sealed bytes in base64url follow. */
const mark = 'sealed:'
const shape = new RegExp(`^${mark}([0-9a-f]{${idLength}}):([\\w-]+)$`)

/** One key per line, the newest first. */
export const keysFile = (dataDir: string) => join(dataDir, 'encryption-keys')

export type StoredThing = Exclude<SealedThing, 'idempotent reply'>

type KeySettings = Pick<Config, 'DATA_DIR' | 'ENCRYPTION_KEY'>

/** A stored secret needs a key that this process does not have. */
export class MissingKeyError extends Error {
  override name = 'MissingKeyError'

  constructor(keyId: string, areInFile: boolean) {
    super(
      areInFile
        ? `The encryption key ${keyId} of the stored secrets is not on this machine. If Waymark runs on several machines or containers, set ENCRYPTION_KEY to the same value on all of them. If it runs on one, restore DATA_DIR/encryption-keys.`
        : `The encryption key ${keyId} of the stored secrets is not in ENCRYPTION_KEY, or in the file that ENCRYPTION_KEY_FILE names. Add it there behind the first key, separated by a comma, and set ENCRYPTION_KEY to the same value on all machines and in all containers. DATA_DIR/encryption-keys is not read while ENCRYPTION_KEY is set. If the key is lost, run \`waymark secrets lost\`.`,
    )
  }
}

/** The keys that encrypt stored secrets: from ENCRYPTION_KEY, or from a file in the data folder. They are not in a database. */
export class SecretKeys {
  readonly #settings: KeySettings
  /** By id, the newest first. */
  #keys = new Map<string, string>()

  constructor(settings: KeySettings) {
    this.#settings = settings
    this.#load()
  }

  /** True if the keys are in a file that `waymark secrets rotate` can write. */
  get areInFile(): boolean {
    return this.#settings.ENCRYPTION_KEY === undefined
  }

  /** The id of the newest key. Without any key, creates the file. */
  newest(): string {
    if (this.#keys.size === 0) this.#create()
    const [id] = this.#keys.keys()
    if (id === undefined) throw new Error('there is no encryption key')
    return id
  }

  /** Reads the file again if the key is unknown, because the command line may have added it. */
  has(keyId: string): boolean {
    if (!this.#keys.has(keyId)) this.#load()
    return this.#keys.has(keyId)
  }

  seal(keyId: string, thing: StoredThing, text: string): string {
    return `${sealedStart(keyId)}${seal(text, this.#demand(keyId), thing).toString('base64url')}`
  }

  /** Also takes a text from before encryption, which it returns unchanged. */
  open(thing: StoredThing, stored: string): string {
    const [, keyId, sealed] = shape.exec(stored) ?? []
    if (keyId === undefined || sealed === undefined) return stored
    return unseal(Buffer.from(sealed, 'base64url'), this.#demand(keyId), thing)
  }

  /**
   * Hashes under each key, the newest first, also one that the command line has just added. Texts cannot be tried out against
   * them with a database alone.
   */
  hashes(text: string): [Buffer, ...Buffer[]] {
    this.#load()
    const newest = this.newest()
    const earlier = [...this.#keys.keys()].filter((id) => id !== newest)
    const hash = (id: string) => createHmac('sha256', this.#demand(id)).update(`waymark request\n${text}`).digest()
    return [hash(newest), ...earlier.map(hash)]
  }

  /** Adds a key to the file, before the others. Rows, copies in Redis and running processes still use these. */
  add(): void {
    this.newest()
    this.#replace([newKey(), ...this.#inFile()])
  }

  /** Removes all other keys from the file. */
  keep(keyIds: readonly string[]): void {
    this.#replace(this.#inFile().filter((key) => keyIds.includes(idOf(key))))
  }

  #demand(keyId: string): string {
    const key = this.has(keyId) ? this.#keys.get(keyId) : undefined
    if (key === undefined) throw new MissingKeyError(keyId, this.areInFile)
    return key
  }

  #load(): void {
    const keys = this.#settings.ENCRYPTION_KEY ?? this.#inFile()
    // Keys that have left the file stay known to this process.
    this.#keys = new Map([...keys.map((key) => [idOf(key), key] as const), ...this.#keys])
  }

  #inFile(): string[] {
    const text = ifThereSync(() => readFileSync(keysFile(this.#settings.DATA_DIR), 'utf8'))
    return text?.split('\n').filter((line) => line !== '') ?? []
  }

  #replace(keys: readonly string[]): void {
    const { file, draft } = this.#write(keys)
    renameSync(draft, file)
    this.#load()
  }

  /** Several processes may start at the same time: the first file stays. */
  #create(): void {
    this.#load()
    if (this.#keys.size > 0) return
    const { file, draft } = this.#write([newKey()])
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
    this.#load()
  }

  #write(keys: readonly string[]) {
    const file = keysFile(this.#settings.DATA_DIR)
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, keys.map((key) => `${key}\n`).join(''), { mode: 0o600, flag: 'wx', flush: true })
    return { file, draft }
  }
}

const newKey = () => randomBytes(keyBytes).toString('base64url')

/** Does not reveal the key, which has too much entropy to be guessed. */
const idOf = (key: string) => createHash('sha256').update(`waymark key id\n${key}`).digest('hex').slice(0, idLength)

/** Start of every text that is encrypted with this key. */
export const sealedStart = (keyId: string) => `${mark}${keyId}:`
