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
  drafts: Draft[]
  /** The form of the dialog that was open when the session ended. */
  open?: OpenForm
}

interface OpenForm {
  form: string
  account: string
}

/** A form has several, if it was filled in again while it offered an older one. */
export interface Draft {
  id: string
  account: string
  form: string
  content: DraftChanges
}

/** Its dialog opens on every page. */
export const newLinkForm = 'new-link'

const key = 'drafts'
const mostDrafts = 30

let user: string | null = null
let account = ''
/** Drafts that are being sent: their form starts empty if it is opened again. */
const sending = new Set<string>()
/** Drafts of forms on the page. */
const shown = new Set<string>()
let signOuts: BroadcastChannel | null = null

/** Set from the session, which loads before any form. */
export function keepDraftsOf(userId: string, accountId: string): void {
  user = userId
  account = accountId
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

/** The newest draft of a form. */
export const findDraft = (form: string): Draft | undefined =>
  read().drafts.findLast((draft) => draft.form === form && draft.account === account && !sending.has(draft.id))

/** Without content, nothing is kept. */
export function keepDraft(id: string, form: string, content: DraftChanges | undefined): void {
  if (content === undefined) dropDraft(id)
  else write([...othersThan(id), { id, account, form, content }])
}

export const dropDraft = (id: string): void => write(othersThan(id))

const othersThan = (id: string): Draft[] => read().drafts.filter((draft) => draft.id !== id)

export function showForm(id: string): () => void {
  shown.add(id)
  return () => void shown.delete(id)
}

/** Called when the session has ended. Unlike other forms, those in dialogs are not shown again by the URL of the page. */
export function keepOpenDialog(): void {
  const stored = read()
  const draft = stored.drafts.findLast(({ id }) => shown.has(id))
  if (draft === undefined || !isDialogOpen()) return
  const open: OpenForm = { form: draft.form, account: draft.account }
  tabStorage.setItem(key, JSON.stringify({ ...stored, open }))
}

/** The dialog that was open when the session ended. A sign-in may have opened another account, which has no such draft. */
export function readOpenDialog(): { form: string; isElsewhere: boolean } | undefined {
  const { open } = read()
  return open && { form: open.form, isElsewhere: open.account !== account }
}
export const forgetOpenDialog = (): void => write(read().drafts)

/**
 * Keeps a draft until its form has been sent. If the form was filled in again meanwhile, the draft stays. `send` does not wait
 * for lists to load again after it has shown what was created: the user may leave the page first, and would find its draft.
 */
export async function untilSent(id: string, send: () => Promise<void>): Promise<void> {
  const contentOf = () => JSON.stringify(read().drafts.find((draft) => draft.id === id)?.content)
  const before = contentOf()
  sending.add(id)
  try {
    await send()
  } finally {
    sending.delete(id)
  }
  if (contentOf() === before) dropDraft(id)
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
