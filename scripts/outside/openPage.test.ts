import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@latchkey/testing/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaticServer, startStaticServer } from '../stack/staticServer.ts'
import { openPage } from './openPage.ts'

/** A modal without any wallet behind it. */
const MODAL = `
customElements.define('latchkey-modal', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<dialog><input type="text"></dialog>'
    root.querySelector('input').style.width = '300px'
    root.querySelector('dialog').showModal()
  }
})
document.querySelector('button').addEventListener('click', () => {
  document.body.append(document.createElement('latchkey-modal'))
})`

/** A kit that asks its vendor, and lists what it has found in a dialog of its own. */
const KIT = `
const vendor = fetch('https://vendor.example/wallets')
${MODAL.replace("document.querySelector('button').addEventListener", 'addEventListener').replace(
  "'click'",
  "'picked'",
)}
document.querySelector('button').addEventListener('click', async () => {
  await vendor
  const wallet = document.createElement('button')
  wallet.textContent = 'Latchkey'
  wallet.onclick = () => dispatchEvent(new Event('picked'))
  document.body.append(wallet)
})`
const page = (script: string, more = '') =>
  `<!doctype html><title>A page</title><link rel="icon" href="data:,"><button>Connect</button>${more}<script type="module" src="/${script}"></script>`

let folder: string
let server: StaticServer
let url: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'open-page-'))
  const files = {
    'good.html': page('good.js'),
    'unstyled.html': page('unstyled.js'),
    'inline.html': page('good.js', '<script>1</script>'),
    'throws.html': page('throws.js'),
    'kit.html': page('kit.js'),
    'good.js': MODAL,
    'unstyled.js': MODAL.replace('300px', ''),
    'kit.js': KIT,
    'throws.js': `${MODAL}\nthrow new Error('React is not defined')`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const port = await freePort()
  const host = `app.localhost:${port}`
  url = `http://${host}`
  server = await startStaticServer({
    port,
    host,
    directory: folder,
    documents: Object.fromEntries(
      ['good', 'unstyled', 'inline', 'throws', 'kit'].map((name) => [`/${name}`, `${name}.html`]),
    ),
    contentSecurityPolicy:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src https://vendor.example",
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a page whose modal shows has passed', async () => {
  expect(await openPage(`${url}/good`)).toBe(0)
})

it.each([
  ['unstyled', 'has no styles'],
  ['inline', 'Content Security Policy'],
  ['throws', 'React is not defined'],
])('a page that is %s has not', async (name, words) => {
  await expect(openPage(`${url}/${name}`)).rejects.toThrow(words)
})

it('a page with a kit has passed when the visitor finds Latchkey in it, whatever the vendor of the kit says', async () => {
  expect(await openPage(`${url}/kit`, { hasKit: true, empty: ['https://vendor.example'] })).toBe(0)
})
