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
