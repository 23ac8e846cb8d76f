import type { Fault } from './findFaults.ts'

/** A frame, with its time from the beginning and how long it was on the screen, ms. */
export type IndexFrame = { number: number; name: string; time: number; lasts: number }

export type IndexContent = {
  frames: readonly IndexFrame[]
  /** What was done, and when. */
  done: readonly { time: number; what: string }[]
  faults: readonly Fault[]
  film: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 14px/20px system-ui; }
body { margin: 24px; }
ul { list-style: none; display: flex; flex-wrap: wrap; gap: 16px; padding: 0; }
figure { margin: 0; }
img { display: block; inline-size: 195px; border: 1px solid gray; }
.fault { outline: 3px solid red; }
`

/** The fault of a frame stands with the one that is shown: a frame that is as the one before is not. */
function faultsOf(frames: readonly IndexFrame[], faults: readonly Fault[]): Map<number, Fault[]> {
  const found = new Map<number, Fault[]>()
  for (const fault of faults) {
    const shown = frames.findLast(({ number }) => number <= fault.frame) ?? frames[0]
    if (shown) found.set(shown.number, [...(found.get(shown.number) ?? []), fault])
  }
  return found
}

function figure({ number, name, time, lasts }: IndexFrame, faults: readonly Fault[]): string {
  const says = faults
    .map((fault) => `<br><strong>${escaped(`${fault.frame}: ${fault.says}`)}</strong>`)
    .join('')
  const image = `<a href="${escaped(name)}"><img loading="lazy" src="${escaped(name)}" alt="Frame ${number}"></a>`
  const mark = faults.length ? ' class="fault"' : ''
  return `<li${mark} id="frame-${number}"><figure>${image}<figcaption>${number}: ${time} ms, for ${lasts} ms${says}</figcaption></figure></li>`
}

/** Writes the page that shows a recording: what was done, and the frames that followed. */
export function writeIndex({ frames, done, faults, film }: IndexContent): string {
  const found = faultsOf(frames, faults)
  const parts = [{ time: Number.NEGATIVE_INFINITY, what: 'before anything is done' }, ...done]
  const sections = parts.map(({ time, what }, index) => {
    const end = parts[index + 1]?.time ?? Number.POSITIVE_INFINITY
    const own = frames.filter((frame) => frame.time >= time && frame.time < end)
    const figures = own.map((frame) => figure(frame, found.get(frame.number) ?? []))
    const when = Number.isFinite(time) ? ` (${time} ms)` : ''
    return `<section><h2>${escaped(what)}${when}</h2><ul>${figures.join('')}</ul></section>`
  })
  const list = faults.map(({ frame, says }) => `<li>frame ${frame}: ${escaped(says)}</li>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Recording</title><style>${STYLE}</style>
<h1>${frames.length} frames, ${faults.length} faults</h1>
<ol>${list}</ol>
<p><a href="${escaped(film)}">The film</a></p>
${sections.join('\n')}</html>
`
}
