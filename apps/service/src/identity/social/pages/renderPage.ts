import { createHash } from 'node:crypto'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import { isHttps } from '../../../documents/documentHeaders.ts'
import { escapeHtml } from '../../../mail/renderMail.ts'
import { pageStyle } from './pageStyle.ts'

const ICONS = {
  key: 'M11.45 11.55a4.5 4.5 0 1 0-3-3l-5.7 5.7v3h3v-2h2v-2h2ZM13.5 6.5h.01',
  done: 'm4.5 10.5 3.5 3.5 7.5-8',
  failed: 'M10 4v7.5M10 15.5h.01',
} as const

const icon = (name: keyof typeof ICONS, size: number) =>
  `<svg viewBox="0 0 20 20" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`

/** A paragraph of a page: plain text; `kind` says when it is seen (pageStyle.ts). */
export type Paragraph = { text: string; kind?: 'sent' | 'lost' | 'late' | 'sent late' }

export type Page = {
  language: string
  mark: keyof typeof ICONS
  /** Something is under way. */
  isBusy?: boolean
  heading: string
  paragraphs: readonly Paragraph[]
  /** For the page's script, as `data-…` of the root. */
  data?: Readonly<Record<string, string>>
  script?: string
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function headersOf(config: ServiceConfig, script: string | undefined): Headers {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${hashOf(pageStyle)}`,
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // The page that opened this window waits for its answer.
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // The address holds a code.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  })
  if (isHttps(config))
    headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
  return headers
}

const paragraph = ({ text, kind }: Paragraph) => `<p${kind ? ` class="${kind}"` : ''}>${escapeHtml(text)}</p>`

function htmlOf({ walletName, walletOrigin }: ServiceConfig, page: Page): string {
  const data = Object.entries(page.data ?? {}).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="${page.language}"${data.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${page.heading} – ${walletName}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><span class="glyph">${icon('key', 16)}</span><span class="name">${escapeHtml(walletName)}</span><bdi class="host" dir="ltr">${escapeHtml(new URL(walletOrigin).host)}</bdi></header>
<main>
<div class="mark ${page.mark}">${icon(page.mark, 24)}</div>
<h1 role="status">${escapeHtml(page.heading)}</h1>
${page.isBusy ? '<div class="bar" aria-hidden="true"></div>' : ''}
${page.paragraphs.map(paragraph).join('\n')}
</main>
${page.script === undefined ? '' : `<script>${page.script}</script>`}
</body>
</html>
`
}

/** A page that loads nothing, runs no script but its own, and cannot be embedded. */
export const renderPage = (config: ServiceConfig, page: Page, status = 200): Response =>
  new Response(htmlOf(config, page), { status, headers: headersOf(config, page.script) })
