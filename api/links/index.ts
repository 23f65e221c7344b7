import { checkAlias } from './check-alias.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { getLink } from './get-link.ts'
import { listLinks } from './list-links.ts'
import { updateLink } from './update-link.ts'

export const links = [checkAlias, createLink, listLinks, getLink, updateLink, deleteLink]
