/** The inbox page: three static documents without any outside resource. */

export const mailPageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox</title>
<link rel="stylesheet" href="/inbox.css">
<script type="module" src="/inbox.js"></script>
</head>
<body>
<header>
  <h1>Inbox</h1>
  <p>Mail of the local stack. Nothing here leaves this machine.</p>
  <button id="clear" type="button">Delete all</button>
</header>
<main>
  <nav aria-label="Messages"><ul id="list"></ul><p id="empty">No mail yet. It appears here by itself.</p></nav>
  <article id="message" aria-live="polite" hidden>
    <h2 id="subject"></h2>
    <dl><dt>From</dt><dd id="from"></dd><dt>To</dt><dd id="to"></dd><dt>Date</dt><dd id="date"></dd></dl>
    <div class="tabs"><button id="show-html" type="button">HTML</button><button id="show-text" type="button">Text</button></div>
    <iframe id="html" title="Message as HTML" sandbox></iframe>
    <pre id="text" hidden></pre>
  </article>
</main>
</body>
</html>
`

export const mailPageCss = `
:root { color-scheme: light dark; --line: light-dark(#e3e3e8, #34343c); --soft: light-dark(#6b6b76, #9a9aa6);
  --accent: light-dark(#2f5bea, #86a3ff); --back: light-dark(#fafafc, #16161a); --card: light-dark(#fff, #1e1e24); }
* { box-sizing: border-box; margin: 0 }
body { font: 15px/1.5 system-ui, sans-serif; background: var(--back); height: 100vh; display: flex; flex-direction: column }
header { display: flex; align-items: baseline; gap: 16px; padding: 16px 24px; border-bottom: 1px solid var(--line) }
h1 { font-size: 18px } header p { color: var(--soft); flex: 1 }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 4px 12px; cursor: pointer }
button:hover { border-color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button[aria-pressed=true], button[aria-current=true] { border-color: var(--accent); color: var(--accent) }
main { flex: 1; display: flex; min-height: 0 }
nav { width: 340px; overflow: auto; border-right: 1px solid var(--line); padding: 12px }
ul { list-style: none; padding: 0 } li { margin-bottom: 8px } li button { width: 100%; text-align: left; padding: 10px 12px }
li span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } li span + span { color: var(--soft); font-size: 13px }
#empty { color: var(--soft); padding: 12px }
article { flex: 1; padding: 24px; min-width: 0; display: flex; flex-direction: column; gap: 16px; overflow: auto }
[hidden] { display: none !important }
h2 { font-size: 20px } dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px } dt { color: var(--soft) } dd { overflow-wrap: anywhere }
.tabs { display: flex; gap: 8px }
iframe { flex: 1; min-height: 320px; width: 100%; border: 1px solid var(--line); border-radius: 12px; background: #fff; color-scheme: light }
pre { font: 14px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 12px; padding: 16px; background: var(--card) }
@media (max-width: 720px) { main { flex-direction: column; overflow: auto } nav { width: auto; max-height: 40vh; border: 0 } header p { display: none } }
`

export const mailPageScript = `
const at = (id) => document.getElementById(id)
let messages = []
let selected
let mode = 'html'

function row(message) {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-current', String(message.id === selected))
  for (const text of [message.subject || '(no subject)', message.to + ' · ' + new Date(message.date).toLocaleTimeString()]) {
    const line = document.createElement('span')
    line.textContent = text
    button.append(line)
  }
  button.addEventListener('click', () => { selected = message.id; draw() })
  item.append(button)
  return item
}

function drawMessage() {
  const message = messages.find(({ id }) => id === selected)
  at('message').hidden = !message
  if (!message) return
  for (const key of ['subject', 'from', 'to']) at(key).textContent = message[key]
  at('date').textContent = new Date(message.date).toLocaleString()
  at('text').textContent = message.text
  const asHtml = mode === 'html' && message.html !== ''
  at('show-html').disabled = message.html === ''
  at('show-html').setAttribute('aria-pressed', String(asHtml))
  at('show-text').setAttribute('aria-pressed', String(!asHtml))
  at('html').hidden = !asHtml
  at('text').hidden = asHtml
  const source = '/messages/' + message.id
  if (at('html').getAttribute('src') !== source) at('html').setAttribute('src', source)
}

function draw() {
  const focused = [...at('list').querySelectorAll('button')].indexOf(document.activeElement)
  at('list').replaceChildren(...messages.map(row))
  if (focused >= 0) at('list').querySelectorAll('button')[focused]?.focus()
  at('empty').hidden = messages.length > 0
  drawMessage()
}

async function load() {
  const before = messages[0]?.id
  messages = await (await fetch('/api/messages')).json()
  if (!messages.some(({ id }) => id === selected) || selected === before) selected = messages[0]?.id
  draw()
}

at('clear').addEventListener('click', () => fetch('/api/messages', { method: 'DELETE' }))
for (const name of ['html', 'text']) at('show-' + name).addEventListener('click', () => { mode = name; drawMessage() })
const events = new EventSource('/events')
events.addEventListener('open', load)
events.addEventListener('change', load)
`
