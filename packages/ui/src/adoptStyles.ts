/**
 * Gives a shadow root or a document a style sheet without a `<style>` element, so that `style-src 'self'` is enough
 * (CSSOM, constructable style sheets). Returns a function that takes it away again.
 * @example const undo = adoptStyles(shadowRoot, css)
 */
export const adoptStyles = (root: ShadowRoot | Document, css: string): (() => void) => {
  const view = ('defaultView' in root ? root : root.ownerDocument).defaultView ?? window
  // A sheet may be adopted only by the document whose constructor made it.
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
