import { refuseBound } from '#model/accounts/reach.ts'
import { noSuchUtmTemplate, removeUtmTemplate } from '#model/utm-templates/utm-templates.ts'
import { done } from '#schemas/envelope.ts'
import { utmTemplateParams } from '#schemas/utm-templates.ts'
import { endpoint } from '../frame/endpoint.ts'

export const deleteUtmTemplate = endpoint({
  method: 'DELETE',
  path: '/utm-templates/{id}',
  summary: 'Delete a UTM template',
  description: 'Short URLs that were created with the template keep their parameters.',
  permission: 'delete',
  params: utmTemplateParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql }) {
    refuseBound(reach)
    if (!(await sql.begin((tx) => removeUtmTemplate(tx, account.id, params.id)))) throw noSuchUtmTemplate()
    return { message: 'UTM template deleted' }
  },
})
