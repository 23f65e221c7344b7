import type { Source } from '#schemas/clicks.ts'

type Category = Exclude<Source, 'Direct' | 'Referral'>

/** Hosts that differ from their registrable domain, and names of Android apps. Checked first. */
export const sourceByHost = new Map<string, Category | 'Referral'>(
  entries({
    Email: `mail.google.com gmail.com inbox.google.com outlook.live.com outlook.office.com outlook.office365.com outlook.com
      mail.yahoo.com mail.yahoo.co.jp mail.aol.com mail.ru e.mail.ru mail.yandex.ru mail.yandex.com mail.qq.com mail.163.com
      mail.zoho.com mail.proton.me app.fastmail.com webmail.gmx.net navigator.web.de mail.naver.com www.icloud.com
      com.google.android.gm com.microsoft.office.outlook com.yahoo.mobile.client.android.mail com.samsung.android.email.provider
      org.mozilla.thunderbird ch.protonmail.android com.readdle.spark`,
    Search: `search.yahoo.com search.yahoo.co.jp search.brave.com search.aol.com search.naver.com search.daum.net
      yandex.com www.google.com com.google.android.googlequicksearchbox com.google.android.apps.searchlite com.microsoft.bing
      com.duckduckgo.mobile.android search.marginalia.nu search.seznam.cz search.walla.co.il lens.google.com images.google.com
      cn.bing.com image.baidu.com`,
    Social: `com.facebook.katana com.facebook.orca com.facebook.lite com.twitter.android com.instagram.android
      com.instagram.barcelona com.linkedin.android com.pinterest com.reddit.frontpage com.snapchat.android com.zhiliaoapp.musically
      com.ss.android.ugc.trill org.telegram.messenger org.thunderdog.challegram com.whatsapp com.whatsapp.w4b com.discord com.slack
      com.tumblr com.vkontakte.android com.tencent.mm jp.naver.line.android com.viber.voip com.google.android.youtube
      xyz.blueskyweb.app news.ycombinator.com groups.google.com web.whatsapp.com web.telegram.org app.slack.com teams.microsoft.com`,
  }),
)

/** Sources by registrable domain. */
export const sourceByDomain = new Map<string, Category>(
  entries({
    Search: `bing.com duckduckgo.com ecosia.org startpage.com qwant.com kagi.com yandex.ru ya.ru baidu.com sogou.com so.com sm.cn
      ask.com aol.com naver.com daum.net seznam.cz mojeek.com swisscows.com metager.org metager.de gibiru.com dogpile.com
      webcrawler.com lycos.com excite.com searchencrypt.com presearch.com you.com perplexity.ai rambler.ru petalsearch.com
      coccoc.com virgilio.it wp.pl onet.pl searx.be`,
    Social: `facebook.com fb.com fb.me messenger.com instagram.com threads.net threads.com twitter.com x.com t.co linkedin.com lnkd.in
      pinterest.com pin.it reddit.com redd.it youtube.com youtu.be tiktok.com snapchat.com tumblr.com vk.com vk.ru ok.ru weibo.com
      weibo.cn wechat.com qq.com douban.com zhihu.com xiaohongshu.com bilibili.com douyin.com telegram.org t.me telegram.me
      whatsapp.com wa.me discord.com discordapp.com discord.gg slack.com quora.com medium.com flickr.com vimeo.com twitch.tv
      mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io bsky.app bsky.social lemmy.world lemmy.ml
      stackexchange.com stackoverflow.com ycombinator.com lobste.rs xing.com meetup.com nextdoor.com line.me kakao.com mixi.jp
      ameblo.jp livejournal.com dzen.ru gab.com truthsocial.com gettr.com parler.com substack.com producthunt.com soundcloud.com
      deviantart.com behance.net dribbble.com goodreads.com yelp.com foursquare.com myspace.com hi5.com tagged.com buffer.com
      hootsuite.com disqus.com patreon.com skyrock.com plurk.com digg.com mix.com diigo.com`,
    Email: `gmx.net gmx.de gmx.com web.de proton.me protonmail.com tutanota.com tuta.com fastmail.com zoho.com hey.com superhuman.com
      mailchi.mp list-manage.com campaign-archive.com createsend.com sendgrid.net constantcontact.com`,
  }),
)

/** Brands with search pages under many national suffixes: google.de, yandex.com.tr. */
export const searchBrands = new Set(['google', 'yandex', 'yahoo', 'bing', 'baidu'])

function entries<Kind extends string>(table: Record<Kind, string>): [string, Kind][] {
  return (Object.keys(table) as Kind[]).flatMap((kind) =>
    table[kind].split(/\s+/).map((host): [string, Kind] => [host, kind]),
  )
}
