const berlin = 'timezone=Europe/Berlin'

/**
 * Each filter, how many clicks of the table in analytics.fixture.ts it leaves, and how many of those have a
 * UTM parameter.
 */
export const filters: [name: string, rows: [filter: string, clicks: number, tagged: number][]][] = [
  ['without filters, all clicks except bots', [['', 22, 11]]],
  [
    'startDate, endDate',
    [
      ['startDate=2026-03-28&endDate=2026-03-28', 5, 3],
      ['start_date=2026-03-30', 8, 4],
      ['end_date=2026-03-27', 4, 2],
      ['dateRange=custom&startDate=2026-03-27&endDate=2026-03-28', 9, 5],
      ['date_range=custom&startDate=2026-03-27&endDate=2026-03-28', 9, 5],
      ['dateRange=all_time&startDate=2026-03-28&endDate=2026-03-28', 22, 11],
      ['startDate=2026-03-27T22:30:00Z&endDate=2026-03-28T12:05:00Z', 4, 3],
      ['startDate=2026-03-27T22:30:00.001Z&endDate=2026-03-28T12:05:00.001Z', 4, 2],
      ['startDate=2026-03-29T00:00:00%2B01:00&endDate=2026-03-29T23:59:59%2B02:00', 4, 3],
    ],
  ],
  [
    'timezone',
    [
      [`startDate=2026-03-27&endDate=2026-03-27&${berlin}`, 3, 1],
      [`startDate=2026-03-29&endDate=2026-03-29&countryCode=ci&${berlin}`, 1, 1],
      ['startDate=2026-03-29&endDate=2026-03-29&countryCode=ci', 0, 0],
      [`startDate=2026-03-30&endDate=2026-03-30&${berlin}`, 5, 3],
      ['startDate=2026-03-30&endDate=2026-03-30', 4, 3],
      [`startDate=2026-03-29T01:30&endDate=2026-03-29T03:15&${berlin}`, 1, 0],
      [`startDate=2026-03-29T01:30&endDate=2026-03-29T03:16&${berlin}`, 2, 1],
    ],
  ],
  [
    'traffic',
    [
      ['traffic=default', 22, 11],
      ['traffic=human', 20, 11],
      ['traffic=bot', 2, 0],
      ['traffic=all', 24, 11],
    ],
  ],
  [
    'trigger',
    [
      ['trigger=all', 22, 11],
      ['trigger=link', 19, 9],
      ['trigger=qr', 3, 2],
    ],
  ],
  [
    'urlType',
    [
      ['urlType=all', 22, 11],
      ['urlType=standard', 18, 8],
      ['url_type=subdomain', 4, 3],
      ['urlType=branded', 0, 0],
      ['urlType=Standard,branded', 18, 8],
      ['urlType=-subdomain', 18, 8],
    ],
  ],
  [
    'campaignId',
    [
      ['campaignId=Spring', 7, 4],
      ['campaign_id=Summer', 5, 2],
      ['campaignId=Spring&campaignId=Summer', 12, 6],
      ['campaignId=spring', 0, 0],
      ['campaignId=Nobody', 0, 0],
    ],
  ],
  [
    'tags',
    [
      ['tags=red', 7, 4],
      ['tags=RED,blue', 12, 6],
      ['tags=big', 11, 7],
      ['tags=-red', 15, 7],
      ['tags=big,-red', 4, 3],
      ['tags=none', 0, 0],
    ],
  ],
  [
    'country',
    [
      ['country=germany', 10, 7],
      ['country=Germany&country=FRANCE', 17, 9],
      ["country=CÔTE D'IVOIRE", 3, 2],
      ['country=Germany,France', 0, 0],
      ['country=-Germany', 0, 0],
    ],
  ],
  [
    'countryCode',
    [
      ['countryCode=DE', 10, 7],
      ['country_code=de,ci', 13, 9],
      ['countryCode=-de', 12, 4],
    ],
  ],
  [
    'region, city',
    [
      ['region=île-de-france', 5, 2],
      ['region=LAND BERLIN', 6, 3],
      ['region=', 22, 11],
      ['city=köln', 4, 4],
      ['city=Paris&city=Lyon', 7, 2],
      ['city=k%25', 0, 0],
      ["city=' or 1 = 1 --", 0, 0],
      ['city=\\', 0, 0],
    ],
  ],
  [
    'continent',
    [
      ['continent=europe', 17, 9],
      ['continent=Europe&continent=AFRICA', 20, 11],
      ['continent=Europe,Africa', 0, 0],
      ['continent=Asia', 0, 0],
    ],
  ],
  [
    'deviceType',
    [
      ['deviceType=mobile', 7, 6],
      ['device_type=MOBILE,tablet', 9, 8],
      ['deviceType=-desktop', 11, 8],
      ['deviceType=other', 2, 0],
    ],
  ],
  [
    'browser',
    [
      ['browser=chrome', 10, 5],
      ['browser=safari,Firefox', 10, 6],
      ['browser=chrome&browser=safari', 18, 9],
      ['browser=-chrome', 12, 6],
      ['browser=unknown', 2, 0],
    ],
  ],
  [
    'os',
    [
      ['os=ios', 5, 4],
      ['os=Windows,macOS', 9, 1],
      ['os=-ios,-android', 13, 3],
      ['os=-unknown', 20, 11],
    ],
  ],
  [
    'language',
    [
      ['language=de', 8, 5],
      ['language=DE,en', 11, 7],
      ['language=-de', 14, 6],
      ['language=xx', 0, 0],
    ],
  ],
  [
    'utmSource, utmMedium, utmCampaign, utmTerm, utmContent',
    [
      ['utmSource=news, letter', 4, 4],
      ['utm_source=GOOGLE', 5, 5],
      ['utmSource=google&utmSource=partner', 7, 7],
      ['utm_source=news', 0, 0],
      ['utmMedium=email', 4, 4],
      ['utm_medium=cpc', 5, 5],
      ['utmCampaign=Spring', 9, 9],
      ['utm_campaign=summer', 0, 0],
      ['utmTerm=red-shoes', 5, 5],
      ['utm_term=red', 0, 0],
      ['utmContent=-banner', 5, 5],
      ['utm_content=banner', 0, 0],
    ],
  ],
  [
    'referrer, referrerDomain',
    [
      ['referrer=https://T.co/abc', 3, 2],
      ['referrer=https://news.example/a,b', 3, 3],
      ['referrer=t.co', 0, 0],
      ['referrerDomain=google.com', 8, 4],
      ['referrerDomain=www.google.com', 8, 4],
      ['referrerDomain=https://www.Google.com/search', 8, 4],
      ['referrer_domain=T.CO', 3, 2],
      ['referrerDomain=News.Example.', 3, 3],
      ['referrerDomain=-t.co', 0, 0],
    ],
  ],
  [
    'several parameters must all match, unknown ones are ignored',
    [
      ['browser=chrome&countryCode=fr', 2, 0],
      ['deviceType=mobile&utmSource=google', 3, 3],
      ['campaignId=Spring&traffic=all&trigger=link', 8, 4],
      ['unknown=1', 22, 11],
    ],
  ],
]
