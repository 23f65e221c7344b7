import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { exportTags } from './export-tags.ts'
import { listTags } from './list-tags.ts'
import { mergeTag } from './merge-tag.ts'
import { updateTag } from './update-tag.ts'

export const tags = [createTag, listTags, exportTags, updateTag, mergeTag, deleteTag]
