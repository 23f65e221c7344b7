import { checkAlias } from './check-alias.ts'
import { createLink } from './create-link.ts'
import { createLinks } from './create-links.ts'
import { deleteLink } from './delete-link.ts'
import { deleteLinks } from './delete-links.ts'
import { getLink } from './get-link.ts'
import { listLinks } from './list-links.ts'
import { updateLink } from './update-link.ts'
import { updateLinks } from './update-links.ts'

export const links = [
  checkAlias,
  createLinks,
  updateLinks,
  deleteLinks,
  createLink,
  listLinks,
  getLink,
  updateLink,
  deleteLink,
]
