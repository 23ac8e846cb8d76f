import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import './frame.css'
import { randomId } from '@latchkey/std/randomId'
import { createRoot } from 'react-dom/client'
import { App, type AppProps } from './App.tsx'

/** Draws the screens of the moment into the document, from now on. */
export function drawScreens(document: Document, props: AppProps): void {
  // The page sets the fragment of this document: it must not know what that could lead to.
  const ids = { identifierPrefix: randomId() }
  createRoot(document.getElementById('root') as HTMLElement, ids).render(<App {...props} />)
}
