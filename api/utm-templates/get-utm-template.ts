import { demand } from '#core/api-error.ts'
import { noSuchUtmTemplate, selectUtmTemplate } from '#model/utm-templates/utm-templates.ts'
import { utmTemplate, utmTemplateParams } from '#schemas/utm-templates.ts'
import { endpoint } from '../frame/endpoint.ts'

export const getUtmTemplate = endpoint({
  method: 'GET',
  path: '/utm-templates/{id}',
  summary: 'Get a UTM template',
  permission: 'read',
  params: utmTemplateParams,
  reply: utmTemplate,
  errors: ['NOT_FOUND'],
  async handle({ params, account, sql }) {
    return demand(await selectUtmTemplate(sql, account.id, params.id), noSuchUtmTemplate)
  },
})
