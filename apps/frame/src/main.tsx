import './jitless.ts'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import './frame.css'
import { frameChains } from './chains/frameChains.ts'
import { startFrame } from './startFrame.tsx'

const content = document.querySelector('meta[name="latchkey-config"]')?.getAttribute('content') ?? null
startFrame(window, content, frameChains).catch((error: unknown) => {
  // The host reports a frame that did not start; this is for whoever looks here.
  console.error(error)
})
