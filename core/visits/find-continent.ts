/** ISO 3166-1 codes and Kosovo's by continent, as the United Nations group countries (M49). */
const countries = {
  Africa: `ao bf bi bj bw cd cf cg ci cm cv dj dz eg eh er et ga gh gm gn gq gw io ke km lr ls ly ma mg ml mr mu mw
    mz na ne ng re rw sc sd sh sl sn so ss st sz td tf tg tn tz ug yt za zm zw`,
  Antarctica: 'aq',
  Asia: `ae af am az bd bh bn bt cn cy ge hk id il in iq ir jo jp kg kh kp kr kw kz la lb lk mm mn mo mv my np om
    ph pk ps qa sa sg sy th tj tl tm tr tw uz vn ye`,
  Europe: `ad al at ax ba be bg by ch cz de dk ee es fi fo fr gb gg gi gr hr hu ie im is it je li lt lu lv mc md me
    mk mt nl no pl pt ro rs ru se si sj sk sm ua va xk`,
  'North America': `ag ai aw bb bl bm bq bs bz ca cr cu cw dm do gd gl gp gt hn ht jm kn ky lc mf mq ms mx ni pa pm
    pr sv sx tc tt us vc vg vi`,
  Oceania: 'as au cc ck cx fj fm gu hm ki mh mp nc nf nr nu nz pf pg pn pw sb tk to tv um vu wf ws',
  'South America': 'ar bo br bv cl co ec fk gf gs gy pe py sr uy ve',
} as const

export type Continent = keyof typeof countries

const continents = new Map(
  (Object.keys(countries) as Continent[]).flatMap((continent) =>
    countries[continent].split(/\s+/).map((code): [string, Continent] => [code, continent]),
  ),
)

export const countryCodes: readonly string[] = [...continents.keys()]

/** The continent of a country code in lower case; '' if the code is unknown. */
export const findContinent = (countryCode: string): Continent | '' => continents.get(countryCode) ?? ''
