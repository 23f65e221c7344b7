import { createUtmTemplate } from './create-utm-template.ts'
import { deleteUtmTemplate } from './delete-utm-template.ts'
import { getUtmTemplate } from './get-utm-template.ts'
import { listUtmTemplates } from './list-utm-templates.ts'
import { updateUtmTemplate } from './update-utm-template.ts'

export const utmTemplates = [createUtmTemplate, listUtmTemplates, getUtmTemplate, updateUtmTemplate, deleteUtmTemplate]
