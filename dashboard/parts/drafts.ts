import { tabStorage } from './browser-storage.ts'
import type { DraftChanges } from './draft-changes.ts'
import { isDialogOpen } from './open-dialogs.ts'

/**
 * What was typed into forms and not sent, until the tab is closed. Each tab has its own, so that two tabs do not overwrite
 * each other's. They belong to one user, and are deleted when that user signs out or another one signs in.
 */
interface Stored {
  user: string
  /** The newest is last. */
  drafts: [form: string, draft: DraftChanges][]
  /** The form of the dialog that was open when the session ended. */
  open?: string
}

/** Its dialog opens on every page. */
export const newLinkForm = 'new-link'

const key = 'drafts'
const mostDrafts = 30

let user: string | null = null
/** Forms that are being sent: one of them that is opened again starts empty. */
const sending = new Set<string>()
/** Forms on the page. */
const shown = new Set<string>()
let signOuts: BroadcastChannel | null = null

/** Set from the session, which loads before any form. */
export function keepDraftsOf(userId: string): void {
  user = userId
  if (read().user !== userId) forgetDrafts()
  if (signOuts !== null) return
  signOuts = new BroadcastChannel('sign-out')
  signOuts.onmessage = forgetDrafts
}

/** Deletes the drafts in all tabs. */
export function forgetDraftsEverywhere(): void {
  forgetDrafts()
  signOuts?.postMessage(null)
}

const forgetDrafts = () => tabStorage.removeItem(key)

export const readDraft = (form: string): DraftChanges | undefined =>
  sending.has(form) ? undefined : read().drafts.find(([name]) => name === form)?.[1]

export function keepDraft(form: string, draft: DraftChanges | undefined): void {
  const others = read().drafts.filter(([name]) => name !== form)
  write(draft === undefined ? others : [...others, [form, draft]])
}

export function showForm(form: string): () => void {
  shown.add(form)
  return () => void shown.delete(form)
}

/** Called when the session has ended. Unlike other forms, those in dialogs are not shown again by the URL of the page. */
export function keepOpenDialog(): void {
  const stored = read()
  const form = stored.drafts.findLast(([name]) => shown.has(name))?.[0]
  if (form !== undefined && isDialogOpen()) tabStorage.setItem(key, JSON.stringify({ ...stored, open: form }))
}

/** The form of the dialog that was open when the session ended. */
export const readOpenDialog = (): string | undefined => read().open
export const forgetOpenDialog = (): void => write(read().drafts)

/** Keeps the draft of a form until the form has been sent. If the form was filled in again meanwhile, that draft stays. */
export async function untilSent(form: string | undefined, send: () => Promise<void>): Promise<void> {
  if (form === undefined) return await send()
  const before = JSON.stringify(readDraft(form))
  sending.add(form)
  try {
    await send()
  } finally {
    sending.delete(form)
  }
  if (JSON.stringify(readDraft(form)) === before) keepDraft(form, undefined)
}

function read(): Stored {
  const none = { user: user ?? '', drafts: [] }
  const text = tabStorage.getItem(key)
  if (text === null) return none
  const stored = JSON.parse(text) as Stored
  return stored.user === user ? stored : { user: stored.user, drafts: [] }
}

function write(drafts: Stored['drafts']): void {
  if (user === null) return
  if (drafts.length === 0) forgetDrafts()
  else tabStorage.setItem(key, JSON.stringify({ user, drafts: drafts.slice(-mostDrafts) } satisfies Stored))
}
