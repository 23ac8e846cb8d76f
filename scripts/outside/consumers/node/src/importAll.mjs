/** Imports every entry as a server that renders pages does, and sets Latchkey up where there is no page. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { base } from 'viem/chains'

const { exports } = JSON.parse(
  readFileSync(new URL('../node_modules/latchkey/package.json', import.meta.url), 'utf8'),
)
const entries = Object.keys(exports).filter((name) => name !== './package.json')
const modules = new Map()
for (const name of entries) modules.set(name, await import(`latchkey${name.slice(1)}`))
for (const [name, module] of modules) assert.ok(Object.keys(module).length > 0, `${name} exports nothing`)

const { createLatchkey } = modules.get('.')
const { LatchkeyProvider, useAccount } = modules.get('./react')
const latchkey = createLatchkey({
  projectId: 'outside',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base],
})
const Account = () => createElement('p', null, useAccount().address ?? 'nobody')
const html = renderToString(
  createElement(LatchkeyProvider, { config: latchkey.config }, createElement(Account)),
)
assert.equal(html, '<p>nobody</p>')
latchkey.destroy()

// For Playwright: one script, with everything in it.
const script = await modules.get('./testing').mockInjectedWalletScript({ name: 'Aurora' })
assert.doesNotMatch(script, /\b(?:import|require)\b\s*\(?['"]/)
new Function(script)

// What is loaded later must find in its libraries what it needs, in the oldest of them too. Solana's library is the page's to bring.
const chunks = new URL('../node_modules/latchkey/dist/chunks/', import.meta.url)
for (const name of readdirSync(chunks).filter((file) => file.endsWith('.js')))
  await import(new URL(name, chunks)).catch((error) => {
    if (!error.message.includes("'@solana/web3.js'")) throw error
  })
