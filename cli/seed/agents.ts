interface Agent {
  user_agent: string
  weight: number
}

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iphone = (version: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X)`
const mobileSafari = (version: string) => `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148`

/** User agents of visitors, with weights in thousandths. The workers parse them as usual. */
export const agents: readonly Agent[] = [
  { weight: 150, user_agent: `${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36` },
  { weight: 45, user_agent: `${windows} ${webkit} Chrome/137.0.0.0 Safari/537.36` },
  { weight: 70, user_agent: `${mac} ${webkit} Chrome/138.0.0.0 Safari/537.36` },
  { weight: 60, user_agent: `${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0` },
  { weight: 35, user_agent: `${windows.slice(0, -1)}; rv:140.0) Gecko/20100101 Firefox/140.0` },
  { weight: 12, user_agent: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  { weight: 14, user_agent: `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/138.0.0.0 Safari/537.36` },
  { weight: 55, user_agent: `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15` },
  { weight: 9, user_agent: `${windows} ${webkit} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0` },
  { weight: 160, user_agent: `${iphone('18_5')} ${mobileSafari('18.5')} Safari/604.1` },
  { weight: 50, user_agent: `${iphone('17_6')} ${mobileSafari('17.6')} Safari/604.1` },
  { weight: 150, user_agent: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/138.0.0.0 Mobile Safari/537.36` },
  {
    weight: 40,
    user_agent: `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  },
  { weight: 15, user_agent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' },
  {
    weight: 25,
    user_agent: `${iphone('18_5')} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.28.86`,
  },
  {
    weight: 25,
    user_agent: `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${mobileSafari('18.5')} Safari/604.1`,
  },
  { weight: 15, user_agent: `Mozilla/5.0 (Linux; Android 13; SM-X200) ${webkit} Chrome/138.0.0.0 Safari/537.36` },
  { weight: 18, user_agent: 'curl/8.14.1' },
  { weight: 8, user_agent: 'python-requests/2.32.4' },
  { weight: 6, user_agent: '' },
  { weight: 22, user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { weight: 12, user_agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
  { weight: 12, user_agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
  { weight: 10, user_agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { weight: 5, user_agent: `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/138.0.0.0 Safari/537.36` },
]
