-- The continent of the country of a click. Workers write it. For clicks that were stored before this migration the server
-- computes it when they are read, and stores it when their parts are merged. The same table as in core/visits/find-continent.ts.
alter table clicks add column continent LowCardinality(String) default transform(
  country_code,
  [
    'ao', 'bf', 'bi', 'bj', 'bw', 'cd', 'cf', 'cg', 'ci', 'cm', 'cv', 'dj', 'dz', 'eg', 'eh', 'er', 'et', 'ga', 'gh',
    'gm', 'gn', 'gq', 'gw', 'io', 'ke', 'km', 'lr', 'ls', 'ly', 'ma', 'mg', 'ml', 'mr', 'mu', 'mw', 'mz', 'na', 'ne',
    'ng', 're', 'rw', 'sc', 'sd', 'sh', 'sl', 'sn', 'so', 'ss', 'st', 'sz', 'td', 'tf', 'tg', 'tn', 'tz', 'ug', 'yt',
    'za', 'zm', 'zw',
    'aq',
    'ae', 'af', 'am', 'az', 'bd', 'bh', 'bn', 'bt', 'cn', 'cy', 'ge', 'hk', 'id', 'il', 'in', 'iq', 'ir', 'jo', 'jp',
    'kg', 'kh', 'kp', 'kr', 'kw', 'kz', 'la', 'lb', 'lk', 'mm', 'mn', 'mo', 'mv', 'my', 'np', 'om', 'ph', 'pk', 'ps',
    'qa', 'sa', 'sg', 'sy', 'th', 'tj', 'tl', 'tm', 'tr', 'tw', 'uz', 'vn', 'ye',
    'ad', 'al', 'at', 'ax', 'ba', 'be', 'bg', 'by', 'ch', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fo', 'fr', 'gb', 'gg',
    'gi', 'gr', 'hr', 'hu', 'ie', 'im', 'is', 'it', 'je', 'li', 'lt', 'lu', 'lv', 'mc', 'md', 'me', 'mk', 'mt', 'nl',
    'no', 'pl', 'pt', 'ro', 'rs', 'ru', 'se', 'si', 'sj', 'sk', 'sm', 'ua', 'va', 'xk',
    'ag', 'ai', 'aw', 'bb', 'bl', 'bm', 'bq', 'bs', 'bz', 'ca', 'cr', 'cu', 'cw', 'dm', 'do', 'gd', 'gl', 'gp', 'gt',
    'hn', 'ht', 'jm', 'kn', 'ky', 'lc', 'mf', 'mq', 'ms', 'mx', 'ni', 'pa', 'pm', 'pr', 'sv', 'sx', 'tc', 'tt', 'us',
    'vc', 'vg', 'vi',
    'as', 'au', 'cc', 'ck', 'cx', 'fj', 'fm', 'gu', 'hm', 'ki', 'mh', 'mp', 'nc', 'nf', 'nr', 'nu', 'nz', 'pf', 'pg',
    'pn', 'pw', 'sb', 'tk', 'to', 'tv', 'um', 'vu', 'wf', 'ws',
    'ar', 'bo', 'br', 'bv', 'cl', 'co', 'ec', 'fk', 'gf', 'gs', 'gy', 'pe', 'py', 'sr', 'uy', 've'
  ],
  arrayConcat(
    arrayWithConstant(60, 'Africa'),
    arrayWithConstant(1, 'Antarctica'),
    arrayWithConstant(51, 'Asia'),
    arrayWithConstant(52, 'Europe'),
    arrayWithConstant(41, 'North America'),
    arrayWithConstant(29, 'Oceania'),
    arrayWithConstant(16, 'South America')
  ),
  ''
) after city;
