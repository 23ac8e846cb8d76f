import { element } from './elements.ts'

/** How long the browser gets to take the file over, in ms. */
const HANDOVER = 60_000

/** Has the browser save a text as a file. Nothing leaves this document for the network. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), HANDOVER)
}

/**
 * Prints this document. A page that embeds it may have kept the browser from doing so, which only shows in that nothing
 * begins.
 *
 * @returns whether the browser has begun to print
 */
export function printPage(): boolean {
  let begun = false
  const onBegin = () => {
    begun = true
  }
  window.addEventListener('beforeprint', onBegin, { once: true })
  window.print()
  window.removeEventListener('beforeprint', onBegin)
  return begun
}
