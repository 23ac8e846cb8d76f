import { createHash } from 'node:crypto'
import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import { isHttps } from '../../../documents/documentHeaders.ts'
import { escapeHtml } from '../../../mail/renderMail.ts'
import type { PageLanguage } from './pageLanguage.ts'

/** Colours, measures and motion of the wallet's other screens, for pages that load nothing. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --background: #121313;
  --surface: #252727;
  --text: #f2f3f3;
  --text-2: #a1a6a6;
  --hairline: color-mix(in srgb, var(--text) 8%, transparent);
  --accent: #6b84ff;
  --success: #5fd08f;
  --success-surface: #13231a;
  --danger: #ff8f89;
  --danger-surface: #2b1817;
}
@media (prefers-color-scheme: light) {
  :root {
    --background: #ffffff;
    --surface: #ebeded;
    --text: #141515;
    --text-2: #565c5c;
    --accent: #5062c7;
    --success: #126b3b;
    --success-surface: #eaf6ef;
    --danger: #b3261e;
    --danger-surface: #fdeeed;
  }
}
@media (prefers-contrast: more) {
  :root { --text-2: var(--text); --hairline: var(--text); }
}
* { box-sizing: border-box; margin: 0; }
body {
  display: flex;
  flex-direction: column;
  min-block-size: 100vh;
  min-block-size: 100dvh;
  color: var(--text);
  background: var(--background);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
header {
  display: flex;
  align-items: center;
  gap: 8px;
  min-block-size: 44px;
  padding-inline: 20px;
  border-block-end: 1px solid var(--hairline);
  font-size: 14px;
}
.glyph {
  display: grid;
  place-items: center;
  flex: none;
  inline-size: 24px;
  block-size: 24px;
  border-radius: 6px;
  background: var(--surface);
}
.name { flex: none; font-weight: 600; }
.host {
  flex: 1 1 auto;
  min-inline-size: 0;
  overflow: hidden;
  text-align: end;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: var(--text-2);
}
main {
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  inline-size: min(360px, 100%);
  margin-inline: auto;
  padding: 32px 20px 96px;
  text-align: center;
}
h1 { font-size: 20px; font-weight: 600; line-height: 1.4; letter-spacing: -0.01em; text-wrap: balance; }
p { color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
strong { font-weight: 600; color: var(--text); }
.mark {
  display: grid;
  place-items: center;
  inline-size: 56px;
  block-size: 56px;
  margin-block-end: 16px;
  border-radius: 16px;
  color: var(--text);
  background: var(--surface);
}
.mark.done { color: var(--success); background: var(--success-surface); }
.mark.failed { color: var(--danger); background: var(--danger-surface); }
[data-state="lost"] .mark { color: var(--text); background: var(--surface); }
.bar {
  position: relative;
  inline-size: 120px;
  block-size: 2px;
  margin-block: 12px;
  overflow: hidden;
  border-radius: 1px;
  background: var(--hairline);
}
.bar::after {
  content: "";
  position: absolute;
  inset-block: 0;
  inline-size: 40%;
  border-radius: 1px;
  background: var(--accent);
  animation: pass 1.4s ease-in-out infinite;
}
button {
  min-block-size: 48px;
  margin-block-start: 16px;
  padding-inline: 24px;
  border: 0;
  border-radius: 12px;
  color: #fff;
  background: #5062c7;
  font: 600 16px/1.5 inherit;
  cursor: pointer;
}
button:disabled { opacity: 0.5; cursor: default; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.late { margin-block-start: 24px; visibility: hidden; animation: appear 200ms ease-out 20s forwards; }
[data-state="sent"] .lost, [data-state="lost"] .sent { display: none; }
[data-state="bringing"] :is(.lost, .sent), [data-state="lost"] form { display: none; }
[data-state="sent"] .late { animation-delay: 2s; }
@keyframes pass { from { inset-inline-start: -40%; } to { inset-inline-start: 100%; } }
@keyframes appear { from { opacity: 0; } to { opacity: 1; visibility: visible; } }
@media (prefers-reduced-motion: reduce) {
  .bar::after { inset-inline-start: 30%; animation: none; }
  .late { animation-duration: 1ms; }
}
@media (forced-colors: active) {
  button { border: 1px solid; }
  .glyph, .mark { border: 1px solid; }
  .bar { background: GrayText; }
  .bar::after { background: Highlight; forced-color-adjust: none; }
}
`

const ICONS = {
  key: 'M11.45 11.55a4.5 4.5 0 1 0-3-3l-5.7 5.7v3h3v-2h2v-2h2ZM13.5 6.5h.01',
  done: 'm4.5 10.5 3.5 3.5 7.5-8',
  failed: 'M10 4v7.5M10 15.5h.01',
} as const

const icon = (name: keyof typeof ICONS, size: number) =>
  `<svg viewBox="0 0 20 20" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`

/** A paragraph of a page: plain text; the style sheet shows it by its `kind`. */
export type Paragraph = { text: string; kind?: 'sent' | 'lost' | 'late' | 'sent late' }

export type Page = {
  language: Pick<PageLanguage, 'tag' | 'dir'>
  mark: keyof typeof ICONS
  /** Something is under way. */
  isBusy?: boolean
  heading: string
  paragraphs: readonly Paragraph[]
  /** A question to the person. The page's script enables the button. */
  form?: {
    action: string
    fields: Readonly<Record<string, string>>
    button: string
    /** Origins that the answer may lead to. */
    leadsTo: readonly string[]
  }
  /** For the page's script, as `data-…` of the root. */
  data?: Readonly<Record<string, string>>
  script?: string
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function headersOf(config: ServiceConfig, { script, form }: Page): Headers {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${hashOf(pageStyle)}`,
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      `form-action ${form ? form.leadsTo.join(' ') : "'none'"}`,
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

const formOf = ({ action, fields, button }: NonNullable<Page['form']>) => {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${hidden.join('')}<button disabled>${escapeHtml(button)}</button></form>`
}

function htmlOf({ walletName, walletOrigin }: ServiceConfig, page: Page): string {
  const data = Object.entries(page.data ?? {}).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="${page.language.tag}" dir="${page.language.dir}"${data.join('')}>
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
${page.form ? formOf(page.form) : ''}
</main>
${page.script === undefined ? '' : `<script>${page.script}</script>`}
</body>
</html>
`
}

/** A page that loads nothing, runs no script but its own, and cannot be embedded. */
export const renderPage = (config: ServiceConfig, page: Page, status = 200): Response =>
  new Response(htmlOf(config, page), { status, headers: headersOf(config, page) })
