import type { LinkSettings } from '#model/links/link-row.ts'
import type { UrlType } from '#schemas/links.ts'

/** Traffic sources of a link, with weights. */
export type Ways = Partial<Record<'direct' | 'search' | 'social' | 'referral' | 'email', number>>

export interface SeedLink {
  /** The slug, without the seed number. */
  slug: string
  url: string
  url_type: UrlType
  name: string | null
  campaign: string | null
  weight: number
  ways: Ways
  /** When the link is created, as a fraction of the period. */
  from: number
  /** When clicks end, as a fraction of the period. */
  to: number
  /** Share of clicks that are scans of its QR code; 0 if it has none. */
  scans: number
  settings: Partial<Omit<LinkSettings, 'url' | 'name' | 'campaign_id'>>
}

/** A campaign that brings more clicks during part of the period. */
export interface SeedCampaign {
  name: string
  description: string
  tags: string[]
  from: number
  to: number
}

export const campaigns: readonly SeedCampaign[] = [
  { name: 'Spring sale', description: 'Two weeks of discounts', tags: ['sale', 'shop'], from: 0.3, to: 0.46 },
  { name: 'Product launch', description: 'The new app', tags: ['launch'], from: 0.62, to: 0.75 },
  { name: 'Newsletter', description: 'Every Thursday', tags: ['email'], from: 0, to: 1 },
]

export const shop = 'https://shop.example'
const anywhere: Ways = { direct: 40, search: 20, social: 25, referral: 15 }
export const plain: Omit<SeedLink, 'slug' | 'url' | 'weight'> = {
  url_type: 'standard',
  name: null,
  campaign: null,
  ways: anywhere,
  from: 0,
  to: 1,
  scans: 0,
  settings: {},
}

const special: readonly SeedLink[] = [
  { ...plain, slug: 'home', url: `${shop}/`, name: 'Home page', weight: 160, settings: { tags: ['evergreen'] } },
  {
    ...plain,
    slug: 'spring',
    url: `${shop}/sale?ref=spring`,
    name: 'Spring sale',
    campaign: 'Spring sale',
    weight: 220,
    ways: { social: 60, email: 25, direct: 15 },
    from: 0.28,
    to: 0.5,
    settings: { tags: ['sale', 'shop'], utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'spring-sale' },
  },
  {
    ...plain,
    slug: 'spring-mail',
    url: `${shop}/sale`,
    name: 'Spring sale email',
    campaign: 'Spring sale',
    weight: 90,
    ways: { email: 80, direct: 20 },
    from: 0.28,
    to: 0.5,
    settings: {
      tags: ['sale', 'email'],
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-sale',
      utm_content: 'button',
    },
  },
  {
    ...plain,
    slug: 'launch',
    url: 'https://app.example/?utm_source=press&utm_medium=referral&utm_campaign=launch',
    name: 'Launch',
    campaign: 'Product launch',
    url_type: 'branded',
    weight: 180,
    ways: { referral: 45, social: 35, search: 10, direct: 10 },
    from: 0.6,
    settings: { tags: ['launch', 'Press'] },
  },
  {
    ...plain,
    slug: 'app',
    url: 'https://app.example/get',
    name: 'Get the app',
    campaign: 'Product launch',
    url_type: 'branded',
    weight: 80,
    from: 0.55,
    settings: {
      tags: ['launch', 'mobile'],
      ios_url: 'https://apps.example/ios',
      android_url: 'https://apps.example/android',
    },
  },
  {
    ...plain,
    slug: 'news',
    url: `${shop}/blog`,
    name: 'Weekly newsletter',
    campaign: 'Newsletter',
    weight: 110,
    ways: { email: 90, direct: 10 },
    settings: { tags: ['email'], utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'weekly' },
  },
  {
    ...plain,
    slug: 'poster',
    url: `${shop}/store-finder`,
    name: 'Poster',
    weight: 70,
    ways: { direct: 100 },
    scans: 0.9,
    settings: { tags: ['print', 'offline'], utm_source: 'poster', utm_medium: 'print' },
  },
  {
    ...plain,
    slug: 'menu',
    url: `${shop}/menu.pdf`,
    name: null,
    weight: 45,
    ways: { direct: 100 },
    scans: 1,
    settings: { tags: ['print'] },
  },
  {
    ...plain,
    slug: 'docs',
    url: 'https://docs.example/start',
    name: 'Documentation',
    url_type: 'subdomain',
    weight: 60,
    ways: { search: 60, direct: 25, referral: 15 },
    settings: { tags: ['help'], redirect_type: 301 },
  },
  {
    ...plain,
    slug: 'help',
    url: 'https://docs.example/help',
    name: 'Help center',
    url_type: 'subdomain',
    weight: 35,
    ways: { direct: 60, search: 40 },
    settings: { tags: ['help'] },
  },
  {
    ...plain,
    slug: 'old',
    url: `${shop}/2025`,
    name: 'Last year',
    weight: 20,
    to: 0.4,
    settings: { is_active: false },
  },
  { ...plain, slug: 'unseen', url: `${shop}/draft`, name: 'Not shared yet', weight: 0 },
]

export const articleCount = 48
/** Weight of the first article. */
export const articleWeight = 90

/** Many small links whose clicks are inversely proportional to their rank. */
const articles: readonly SeedLink[] = Array.from({ length: articleCount }, (_, index) => ({
  ...plain,
  slug: `post-${index + 1}`,
  url: `${shop}/blog/${index + 1}`,
  name: index % 3 === 0 ? `Blog post ${index + 1}` : null,
  weight: articleWeight / (index + 1),
  from: (index / articleCount) * 0.9,
  ways: index % 2 === 0 ? anywhere : { search: 50, direct: 30, social: 20 },
  settings: { tags: index % 4 === 0 ? ['blog', 'featured'] : ['blog'] },
}))

export const seedLinks: readonly SeedLink[] = [...special, ...articles]
