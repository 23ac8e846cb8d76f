import { element } from './element.ts'

/** How long the browser gets to take the file over, in ms. */
const HANDOVER = 60_000

/** Has the browser save a text as a file. Nothing leaves this document for the network. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER)
}
