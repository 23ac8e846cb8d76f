import { createHash } from 'node:crypto'
import { testPeople } from './testPeople.ts'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; display: grid; min-height: 100vh; place-items: center }
main { width: min(22rem, 100vw - 2rem) }
h1 { font-size: 1.25rem }
button { display: block; width: 100%; min-height: 44px; margin-block: .5rem; font: inherit; cursor: pointer }`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but the page's own style. No form-action: it would also stop the redirect back to the client. */
export const signInPolicyHeader = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`

const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`

/**
 * The page on which a test person is chosen. It posts `person=<id>`, or `person=` for Cancel.
 *
 * @param asks who asks for what
 */
export function signInPage(network: string, asks: string): string {
  const title = `Sign in with ${network}`
  const people = Object.values(testPeople).map(
    ({ id, name }) => `<button name="person" value="${id}">Continue as ${escapeText(name)}</button>`,
  )
  return page(
    title,
    `<h1>${escapeText(title)}</h1>
<p>This page stands for ${escapeText(network)}. ${escapeText(asks)}</p>
<form method="post">
${people.join('\n')}
<button name="person" value="">Cancel</button>
</form>`,
  )
}

/** Shown when there is nothing more to do on the page. */
export const signInEndPage = (network: string, sentence: string): string =>
  page(network, `<h1>${escapeText(network)}</h1>\n<p>${escapeText(sentence)}</p>`)

/** Shown when nobody may be sent back, such as for a redirect URI that is not the client's. */
export function signInErrorPage(network: string, reason: string): string {
  return page(
    `${network}: error`,
    `<h1>${escapeText(network)} cannot do that</h1>\n<p>${escapeText(reason)}</p>`,
  )
}
