import type { Differences } from './compareRuns.ts'

export type Comparison = Differences & {
  /** The way from the index to the earlier run's folder. */
  before: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 14px/20px system-ui; }
body { margin: 24px; }
nav { columns: 4 200px; }
ul { list-style: none; display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; padding: 0; }
figure { margin: 0; }
img { display: block; max-width: min(640px, 90vw); max-height: 70vh; border: 1px solid gray; }
.pair { display: flex; gap: 4px; }
`

const addressOf = (folder: string, name: string) =>
  escaped([folder, ...name.split('/').map(encodeURIComponent)].filter(Boolean).join('/'))

const image = (folder: string, name: string): string => {
  const address = addressOf(folder, name)
  return `<a href="${address}"><img loading="lazy" src="${address}" alt="${escaped(name)}"></a>`
}

const figure = (inside: string, caption: string): string =>
  `<li><figure><figcaption>${escaped(caption)}</figcaption>${inside}</figure></li>`

/** Pictures by view, then by state, in the order of their names. */
function groups(names: readonly string[]): Map<string, Map<string, string[]>> {
  const views = new Map<string, Map<string, string[]>>()
  for (const name of names) {
    const [view = '', state = ''] = name.split('/')
    const states = views.get(view) ?? new Map<string, string[]>()
    states.set(state, [...(states.get(state) ?? []), name])
    views.set(view, states)
  }
  return views
}

const variantOf = (name: string) => name.replace(/^.*\/(.*)\.png$/, '$1')

function differences({ before, changed, added, gone }: Comparison): string {
  const pairs = changed.map((name) =>
    figure(`<div class="pair">${image(before, name)}${image('', name)}</div>`, name),
  )
  const list = (title: string, items: string[]) =>
    items.length ? `<h3>${title} (${items.length})</h3><ul>${items.join('')}</ul>` : ''
  const none = changed.length + added.length + gone.length === 0 ? '<p>Nothing has changed.</p>' : ''
  return `<section id="differences"><h2>What has changed</h2>${none}${list('Changed: before, after', pairs)}${list(
    'New',
    added.map((name) => figure(image('', name), name)),
  )}${list(
    'Gone',
    gone.map((name) => figure(image(before, name), name)),
  )}</section>`
}

/**
 * Writes the page that shows all pictures of a run, and what has changed since an earlier one.
 *
 * @param names `view/state/variant.png`
 */
export function writeIndex(names: readonly string[], comparison?: Comparison): string {
  const views = groups(names)
  const links = [...views.keys()].map((view) => `<a href="#${escaped(view)}">${escaped(view)}</a><br>`)
  const sections = [...views].map(([view, states]) => {
    const parts = [...states].map(
      ([state, pictures]) =>
        `<h3>${escaped(state)}</h3><ul>${pictures.map((name) => figure(image('', name), variantOf(name))).join('')}</ul>`,
    )
    return `<section id="${escaped(view)}"><h2>${escaped(view)}</h2>${parts.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>${STYLE}</style>
<h1>${names.length} pictures</h1><nav>${links.join('')}</nav>
${comparison ? differences(comparison) : ''}
${sections.join('\n')}</html>
`
}
